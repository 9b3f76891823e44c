import { z } from "zod";
import {
  isJavaName,
  isJavaUuid,
  javaNameKey,
  type JavaName,
  type JavaUuid,
} from "../contract/identifiers.ts";
import { UpstreamFailure } from "./failure.ts";
import type { UpstreamAnswer } from "./upstream-answer.ts";

/*
 * What the name services of minecraftservices and api.mojang.com have in common.
 */

/** A Java account, as the name services know it. */
export interface JavaAccount {
  uuid: JavaUuid;
  name: JavaName;
}

interface Call {
  provider: string;
  operation: string;
}

/** Names that can be created today; older accounts may hold others, which some calls refuse. */
export const MODERN_NAME = /^[A-Za-z0-9_]{3,16}$/;

export const accountSchema = z.object({ id: z.string(), name: z.string() });
const errorSchema = z.looseObject({
  path: z.string().optional(),
  error: z.string().optional(),
  errorMessage: z.string().optional(),
});

/** The statuses besides 200 that mean something here. */
export const nameStatuses = [204, 400, 404] as const;

/**
 * Reads an answer about one account. 204 and a 404 in JSON mean that there is none; so does 400
 * CONSTRAINT_VIOLATION, since a name the service calls invalid is nobody's there.
 */
export function readAccount(call: Call, answer: UpstreamAnswer): JavaAccount | null {
  if (answer.status === 204) return null;
  if (answer.status === 200) return toAccount(call, answer.json(accountSchema));
  if (answer.isHtml) throw new UpstreamFailure("bad-response", call, "a gateway answered in HTML");
  const error = answer.json(errorSchema);
  const missing = answer.status === 404 || isConstraintViolation(error);
  if (missing && (error.error ?? error.errorMessage) !== undefined) return null;
  throw new UpstreamFailure("bad-response", call, `unclear answer (${answer.status})`);
}

export function toAccount(call: Call, { id, name }: z.infer<typeof accountSchema>): JavaAccount {
  const uuid = id.replaceAll("-", "").toLowerCase();
  if (isJavaUuid(uuid) && isJavaName(name)) return { uuid, name };
  throw new UpstreamFailure("bad-response", call, "sent no UUID or no name");
}

/** Refuses an account that is not the one asked for. */
export function checkName(call: Call, asked: JavaName, account: JavaAccount | null) {
  if (account === null || javaNameKey(account.name) === javaNameKey(asked)) return account;
  throw new UpstreamFailure("mismatch", call, "answered about another name");
}

export function checkUuid<Account extends { uuid: JavaUuid }>(
  call: Call,
  asked: JavaUuid,
  account: Account | null,
) {
  if (account === null || account.uuid === asked) return account;
  throw new UpstreamFailure("mismatch", call, "answered about another UUID");
}

function isConstraintViolation({ error }: z.infer<typeof errorSchema>): boolean {
  return error === "CONSTRAINT_VIOLATION" || error === "BadRequestException";
}
