import { z } from "zod";
import {
  isJavaName,
  javaNameKey,
  parseJavaUuid,
  type JavaName,
  type JavaUuid,
} from "../contract/identifiers.ts";
import type { UpstreamResponse } from "./upstream/response.ts";

/*
 * What the name services of minecraftservices and api.mojang.com have in common.
 */

/** A Java account, as the name services know it. */
export interface JavaAccount {
  uuid: JavaUuid;
  name: JavaName;
}

/** Names that can be created today; older accounts may hold others, which some calls refuse. */
export const MODERN_NAME = /^[A-Za-z0-9_]{3,16}$/;

export const accountSchema = z.object({ id: z.string(), name: z.string() });
/** 404. It has no `error`: with one, it is about the address, not about the name. */
const unknownName = z.strictObject({ path: z.string(), errorMessage: z.string() });
const complaint = /getProfileName\.name: (?:Invalid profile name|size must be between 1 and 25)/;
/** 400: no account has a name that the service calls invalid. */
const invalidName = z.strictObject({
  path: z.string(),
  error: z.literal("CONSTRAINT_VIOLATION"),
  errorMessage: z.string().regex(new RegExp(`^${complaint.source}(?:, ${complaint.source})?$`)),
});

/** The statuses besides 200 that mean something here. */
export const nameStatuses = [204, 400, 404] as const;

/** Reads the account of a name, or that there is none. */
export function readAccount(
  wanted: JavaName,
  response: UpstreamResponse,
  parseUuid = parseJavaUuid,
) {
  if (response.status === 200) {
    return checkName(
      response,
      wanted,
      toAccount(response, response.json(accountSchema), parseUuid),
    );
  }
  if (isNone(wanted, response)) return null;
  throw response.failure(`unclear response (${response.status})`);
}

function isNone(wanted: JavaName, response: UpstreamResponse): boolean {
  switch (response.status) {
    case 204:
      return response.bytes.length === 0;
    case 404: {
      const message = response.maybeJson(unknownName)?.errorMessage.toLowerCase();
      return message === `couldn't find any profile with name ${javaNameKey(wanted)}`;
    }
    case 400:
      return response.maybeJson(invalidName) !== null;
    default:
      return false;
  }
}

export function toAccount(
  response: UpstreamResponse,
  { id, name }: z.infer<typeof accountSchema>,
  parseUuid = parseJavaUuid,
): JavaAccount {
  const uuid = parseUuid(id);
  if (uuid !== null && isJavaName(name)) return { uuid, name };
  throw response.failure("sent no UUID or no name");
}

/** Refuses an account that is not the requested one. */
export function checkName(response: UpstreamResponse, wanted: JavaName, account: JavaAccount) {
  if (javaNameKey(account.name) === javaNameKey(wanted)) return account;
  throw response.failure("its response is about another name", "mismatch");
}
