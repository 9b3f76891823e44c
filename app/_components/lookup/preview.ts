import type { NameRules } from "../../../lib/contract/identifiers.ts";
import type { ErrorBody, FormerPlayer } from "../../../lib/contract/errors.ts";
import type { ProfileBody } from "../../../lib/contract/profile.ts";
import { address, profileUrl } from "../../../lib/contract/urls.ts";
import { javaIdInUrl } from "../../../site/pages/player-path.ts";
import { TIMEOUT_MS } from "../requests.ts";
import { isFoundPlayer, isName, type FoundPlayer, type KnownPlayer } from "./known-player.ts";

/** The outcome of a lookup. */
export type Preview =
  /** One player for linked accounts, else one for each edition. */
  | { kind: "found"; players: readonly FoundPlayer[] }
  /** When unknown: who had the name. */
  | {
      kind: "unknown" | "malformed" | "unsearchable" | "notOffered";
      players: readonly KnownPlayer[];
    };

/** Why a lookup has no outcome; a retry may help. */
export class PreviewError extends Error {
  readonly kind;

  constructor(kind: "unavailable" | "unreachable" | "unreadable") {
    super(kind);
    this.kind = kind;
  }
}

/**
 * False once `only-if-cached` has not reached the service: a proxy may drop the header, and then each prefix of a name
 * would be looked up at the providers.
 */
let isHonoured = true;

/** A fragment, which is never sent: the URL is requested with `only-if-cached`. */
const IF_CACHED = "#only-if-cached";

/**
 * The URL of a lookup.
 * @param isWhole Allows requests to providers. Without it, there is an outcome only for players in the cache.
 */
export function previewUrl(text: string, isWhole: boolean): string {
  return isWhole ? profileUrl(text) : profileUrl(text) + IF_CACHED;
}

/** True if a lookup is of this text, incomplete or not. */
export function isOf(url: string | undefined, text: string): boolean {
  return url?.replace(IF_CACHED, "") === profileUrl(text);
}

/** Requests a player from the API. Errors of the service are outcomes, too, unless a retry may help. */
export async function fetchPreview(url: string, rules: NameRules): Promise<Preview | null> {
  const isWhole = !url.endsWith(IF_CACHED);
  if (!isWhole && !isHonoured) return null;
  const response = await fetch(url, {
    // The browser's copy may be older than a refresh: revalidate it.
    cache: "no-cache",
    headers: isWhole ? {} : { "Cache-Control": "only-if-cached" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(cannotReach);
  const { status, headers } = response;
  if (!isWhole) {
    if (status !== 204 && headers.get("X-Cache") === "MISS") isHonoured = false;
    // Whatever else it is, it says nothing about a name that may be incomplete.
    if (status !== 200 && status !== 404) return null;
  }
  return readPreview(status, await response.text().catch(cannotReach), rules);
}

function cannotReach(): never {
  throw new PreviewError("unreachable");
}

/**
 * Reads the body of a response of `/api`. Parsed by hand, since the contract's schemas would be larger
 * than the rest of the page; a malformed field makes the response unreadable.
 */
export function readPreview(status: number, text: string, rules: NameRules): Preview {
  const body = jsonIn(text);
  if (body?.success === true) {
    const players = playersIn(body, rules);
    if (players.length > 0 && players.every(isFoundPlayer)) return { kind: "found", players };
  }
  if (body?.success !== false) throw new PreviewError("unreadable");
  if (status === 404) return { kind: "unknown", players: formerIn(body) };
  // A retry would not help.
  if (body.reason === "unsearchable") return { kind: "unsearchable", players: [] };
  if (body.reason === "not-offered") return { kind: "notOffered", players: [] };
  if (status === 400 || status === 414) return { kind: "malformed", players: [] };
  throw new PreviewError("unavailable");
}

function jsonIn(text: string): Partial<ProfileBody> | ErrorBody | null {
  try {
    return JSON.parse(text) as Partial<ProfileBody> | ErrorBody | null;
  } catch {
    return null;
  }
}

function playersIn({ java, bedrock }: Partial<ProfileBody>, rules: NameRules): FoundPlayer[] {
  const players: FoundPlayer[] = [];
  const isLinked = java && bedrock?.linked === true;
  if (java) {
    const { username, uuid, head_url: headUrl, cape_url: capeUrl } = java;
    // A name of another type is rejected later.
    const id = isName(username) ? javaIdInUrl(java, rules) : username;
    players.push({
      username,
      headUrl,
      ...(id !== username && { id }),
      uuid,
      hasCape: Boolean(capeUrl),
      ...(isLinked
        ? { editions: ["java", "bedrock"], xuid: bedrock.xuid_decimal }
        : { editions: ["java"] }),
    });
  }
  if (bedrock && !isLinked) {
    const { gamertag: username, xuid_decimal: xuid, head_url: headUrl, cape_url: cape } = bedrock;
    // The name alone leads to the namesake in Java Edition.
    const id = java ? xuid : undefined;
    players.push({
      username,
      headUrl,
      ...(id !== undefined && { id }),
      xuid,
      editions: ["bedrock"],
      hasCape: Boolean(cape),
    });
  }
  return players;
}

/** The players who were seen with a name, without malformed ones. Only Java players change their names. */
function formerIn({ former }: ErrorBody): KnownPlayer[] {
  if (!Array.isArray(former)) return [];
  return former.flatMap((player: Partial<FormerPlayer> | null) => {
    const { username, uuid } = player ?? {};
    if (!isName(username) || !isName(uuid)) return [];
    const headUrl = address("/head", { username: uuid, type: "java" });
    return [{ username, editions: ["java"], headUrl, id: uuid }];
  });
}
