import {
  gamertagKey,
  isXuid,
  parseGamertag,
  type Gamertag,
  type Xuid,
} from "../contract/identifiers.ts";
import { UpstreamFailure } from "./failure.ts";

/** A Bedrock account: its XUID and the gamertag it has now. */
export interface BedrockAccount {
  xuid: Xuid;
  gamertag: Gamertag;
}

/** Reads what an upstream calls an id and a name. */
export function toBedrockAccount(
  call: { provider: string; operation: string },
  id: string,
  name: string,
): BedrockAccount {
  const gamertag = parseGamertag(name);
  if (isXuid(id) && gamertag !== null) return { xuid: id, gamertag };
  throw new UpstreamFailure("bad-response", call, "sent no XUID or no gamertag");
}

/** Refuses an account that is not the one asked for. */
export function checkGamertag(
  call: { provider: string; operation: string },
  asked: Gamertag,
  account: BedrockAccount | null,
) {
  if (account === null || sameGamertag(account.gamertag, asked)) return account;
  throw new UpstreamFailure("mismatch", call, "answered about another gamertag");
}

/** Refuses an account that is not the one asked for. */
export function checkXuid(
  call: { provider: string; operation: string },
  asked: Xuid,
  account: BedrockAccount | null,
) {
  if (account === null || account.xuid === asked) return account;
  throw new UpstreamFailure("mismatch", call, "answered about another XUID");
}

/** Xbox holds gamertags unique without their spaces, so an answer may space them otherwise. */
export function sameGamertag(a: Gamertag, b: Gamertag): boolean {
  return gamertagKey(a).replaceAll(" ", "") === gamertagKey(b).replaceAll(" ", "");
}
