import { z } from "zod";
import {
  gamertagKey,
  isXuid,
  parseGamertag,
  type Gamertag,
  type Xuid,
} from "../contract/identifiers.ts";
import type { UpstreamResponse } from "./upstream/response.ts";

/** A Bedrock account: its XUID and the gamertag it has now. */
export interface BedrockAccount {
  xuid: Xuid;
  gamertag: Gamertag;
}

/** Reads what an upstream calls an id and a name. */
export function toBedrockAccount(
  response: UpstreamResponse,
  id: string,
  name: string,
): BedrockAccount {
  const gamertag = parseGamertag(name);
  if (isXuid(id) && gamertag !== null) return { xuid: id, gamertag };
  throw response.failure("sent no XUID or no gamertag");
}

/** Refuses an account that is not the requested one. */
export function checkGamertag(
  response: UpstreamResponse,
  wanted: Gamertag,
  account: BedrockAccount,
) {
  if (sameGamertag(account.gamertag, wanted)) return account;
  throw response.failure("its response is about another gamertag", "mismatch");
}

/** Refuses an account that is not the requested one. */
export function checkXuid(response: UpstreamResponse, wanted: Xuid, account: BedrockAccount) {
  if (account.xuid === wanted) return account;
  throw response.failure("its response is about another XUID", "mismatch");
}

/** Xbox holds gamertags unique without their spaces, so a response may space them otherwise. */
export function sameGamertag(a: Gamertag, b: Gamertag): boolean {
  return gamertagKey(a).replaceAll(" ", "") === gamertagKey(b).replaceAll(" ", "");
}

/** The body of an Xbox Live profile response. */
export const profileUsers = z.object({
  profileUsers: z
    .array(
      z.looseObject({
        id: z.string(),
        settings: z.array(z.object({ id: z.string(), value: z.unknown() })),
      }),
    )
    .min(1),
});

/** The body that says that there is no such user, with one of these codes. */
export function unknownUser(codes: readonly [number, ...number[]]) {
  return z.strictObject({
    code: z.literal(codes),
    source: z.literal("Profile"),
    description: z.string(),
    traceInformation: z.string().nullable(),
  });
}

/** Every account in an Xbox Live profile response. */
export function accountsOf(
  response: UpstreamResponse,
  body = response.json(profileUsers),
): BedrockAccount[] {
  return body.profileUsers.map(({ id, settings }) => {
    const gamertag = settings.find((setting) => setting.id === "Gamertag")?.value;
    if (typeof gamertag === "string") return toBedrockAccount(response, id, gamertag);
    throw response.failure("sent no gamertag");
  });
}
