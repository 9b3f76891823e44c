import { z } from "zod";
import {
  isJavaName,
  javaNameKey,
  parseJavaUuid,
  type JavaName,
  type JavaUuid,
} from "../contract/identifiers.ts";
import { UpstreamFailure } from "./failure.ts";
import type { UpstreamAnswer } from "./upstream/answer.ts";

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
/** 404. It has no `error`: with one, it is about the address, not about the name. */
const unknownName = z.strictObject({ path: z.string(), errorMessage: z.string() });
const complaint = /getProfileName\.name: (?:Invalid profile name|size must be between 1 and 25)/;
/** 400: a name the service calls invalid is nobody's there. */
const invalidName = z.strictObject({
  path: z.string(),
  error: z.literal("CONSTRAINT_VIOLATION"),
  errorMessage: z.string().regex(new RegExp(`^${complaint.source}(?:, ${complaint.source})?$`)),
});

/** The statuses besides 200 that mean something here. */
export const nameStatuses = [204, 400, 404] as const;

/** Reads an answer about the one account that was asked for, or that no account has the name. */
export function readAccount(call: Call, asked: JavaName, answer: UpstreamAnswer) {
  if (answer.status === 200) {
    return checkName(call, asked, toAccount(call, answer.json(accountSchema)));
  }
  if (isNone(asked, answer)) return null;
  throw new UpstreamFailure("bad-response", call, `unclear answer (${answer.status})`);
}

function isNone(asked: JavaName, answer: UpstreamAnswer): boolean {
  switch (answer.status) {
    case 204:
      return answer.bytes.length === 0;
    case 404: {
      const message = answer.maybeJson(unknownName)?.errorMessage.toLowerCase();
      return message === `couldn't find any profile with name ${javaNameKey(asked)}`;
    }
    case 400:
      return answer.maybeJson(invalidName) !== null;
    default:
      return false;
  }
}

export function toAccount(call: Call, { id, name }: z.infer<typeof accountSchema>): JavaAccount {
  const uuid = parseJavaUuid(id);
  if (uuid !== null && isJavaName(name)) return { uuid, name };
  throw new UpstreamFailure("bad-response", call, "sent no UUID or no name");
}

/** Refuses an account that is not the one asked for. */
export function checkName(call: Call, asked: JavaName, account: JavaAccount) {
  if (javaNameKey(account.name) === javaNameKey(asked)) return account;
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
