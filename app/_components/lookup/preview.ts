import {
  isOfflineUuid,
  parseIdentifier,
  withoutPrefix,
  type NameRules,
} from "../../../lib/contract/identifiers.ts";
import type { ErrorBody, FormerPlayer } from "../../../lib/contract/errors.ts";
import type { Edition, ProfileBody } from "../../../lib/contract/profile.ts";
import { profileUrl } from "../../../lib/contract/urls.ts";
import { javaIdInUrl } from "../../../lib/site/player-path.ts";

/** A player as a row of the search shows it. */
export interface KnownPlayer {
  /** The name as the game spells it. */
  username: string;
  editions: readonly Edition[];
  /** Null when it is not known. */
  headUrl: string | null;
  /** What URLs name the player by, where that is not the name: one that has changed, or leads to nobody. */
  id?: string;
}

/** A player whose profile was read. */
export interface FoundPlayer extends KnownPlayer {
  /** The UUID in Java Edition, without dashes. */
  uuid?: string | undefined;
  /** The XUID in Bedrock Edition. */
  xuid?: string | undefined;
  hasCape: boolean;
}

/** The result of looking a player up while the visitor types. */
export type PreviewResult =
  /** One player for linked accounts, else one for each edition. */
  | { kind: "found"; players: readonly FoundPlayer[] }
  /** When unknown: who had the name. */
  | {
      kind: "unknown" | "malformed" | "unavailable" | "unreachable" | "unreadable";
      players: readonly KnownPlayer[];
    };

/** Whether a result says nothing about the player, so that a retry may help. */
export function isFailure(kind: string): boolean {
  return kind === "unavailable" || kind === "unreachable" || kind === "unreadable";
}

/** Shorter texts are not looked up: they match too many players. */
const SHORTEST = 3;
/** The pause before providers are called, for a name that may be the start of a longer one. */
export const DEBOUNCE_MS = 250;

/** What was typed or pasted, without the white space around it. */
export function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A name in its canonical spelling, without regard to case, spaces and the sign before Bedrock names. */
export function spelling(name: string): string {
  const tidied = tidy(name);
  return (withoutPrefix(tidied) ?? tidied).replace(/[ _]+/g, " ").toLowerCase();
}

/**
 * How long to look a text up in the cache only, before providers are called, in milliseconds; null when
 * no request is sent. 0 for players with a recent response and for complete ids.
 * @param rules How the instance reads names.
 */
export function debounceFor(text: string, isKnown: boolean, rules: NameRules): number | null {
  const identifier = parseIdentifier(text, rules);
  if (identifier === null) return null;
  // Only the server knows whether it queries a skin service for offline UUIDs.
  if (identifier.kind === "impossible") return isOfflineUuid(identifier.id) ? 0 : null;
  if (identifier.kind !== "name" || isKnown) return 0;
  // Two Chinese characters may well be a whole name.
  const isWhole = rules.anyName && !/^[\w .-]*$/.test(text);
  const isShort = text.length < SHORTEST && !isWhole;
  return isShort ? null : DEBOUNCE_MS;
}

/** Longer than any lookup takes; then the request is cancelled. */
const TIMEOUT_MS = 15_000;
/** Not cached: 204 from the service, 504 from a cache in front of it. */
const NOT_CACHED = [204, 504];
/** Definite results; after any other status the full request may still succeed. */
const FINAL = [200, 404];

/**
 * Whether `only-if-cached` reaches the service: a proxy may drop the header, and then every prefix of
 * a name would be looked up at the providers. Undefined until the first response.
 */
let isHonoured: boolean | undefined;

/**
 * Requests a player from the API, first from its cache only. Failures are results, too.
 * @param debounceMs How long to wait for more letters before providers may be called; 0: no wait.
 * @throws when `signal` is aborted.
 */
export async function fetchPreview(
  username: string,
  debounceMs: number,
  signal: AbortSignal,
): Promise<PreviewResult> {
  const send = (headers: HeadersInit = {}) =>
    fetch(profileUrl(username), {
      // The browser's copy may be older than a refresh: revalidate it.
      cache: "no-cache",
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  try {
    if (debounceMs > 0) {
      const pause = new Promise((resolve) => setTimeout(resolve, debounceMs));
      const known = isHonoured === false ? null : await send({ "Cache-Control": "only-if-cached" });
      if (known !== null && FINAL.includes(known.status)) {
        if (known.headers.get("X-Cache") !== "HIT") isHonoured ??= false;
        return readPreview(known.status, await known.text());
      }
      if (known !== null && NOT_CACHED.includes(known.status)) isHonoured = true;
      await pause;
    }
    const response = await send();
    return readPreview(response.status, await response.text());
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: "unreachable", players: [] };
  }
}

/**
 * Reads the body of a response of `/api`. Parsed by hand, since the contract's schemas would be larger
 * than the rest of the page; a malformed field makes the response unreadable.
 */
export function readPreview(status: number, text: string): PreviewResult {
  try {
    const body = JSON.parse(text) as Partial<ProfileBody> | ErrorBody;
    if (body.success === true) {
      const players = playersIn(body);
      const isSound = players.length > 0 && players.every(isFoundPlayer);
      return isSound ? { kind: "found", players } : UNREADABLE;
    }
    if (body.success !== false) return UNREADABLE;
    if (status === 404) return { kind: "unknown", players: formerIn(body) };
    return { kind: status === 400 || status === 414 ? "malformed" : "unavailable", players: [] };
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE: PreviewResult = { kind: "unreadable", players: [] };

function playersIn({ java, bedrock }: Partial<ProfileBody>): FoundPlayer[] {
  const players: FoundPlayer[] = [];
  const isLinked = java !== undefined && bedrock?.linked === true;
  if (java !== undefined) {
    const { username, uuid, head_url: headUrl, cape_url: capeUrl } = java;
    const id = javaIdInUrl(java);
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
  if (bedrock !== undefined && !isLinked) {
    const { gamertag: username, xuid_decimal: xuid, head_url: headUrl, cape_url: cape } = bedrock;
    players.push({ username, headUrl, xuid, editions: ["bedrock"], hasCape: Boolean(cape) });
  }
  return players;
}

/** The players who were seen with a name, without malformed ones. */
function formerIn({ former }: ErrorBody): KnownPlayer[] {
  if (!Array.isArray(former)) return [];
  return former.flatMap((player: Partial<FormerPlayer> | null) =>
    isName(player?.username) && isName(player.uuid)
      ? [{ username: player.username, editions: [], headUrl: null, id: player.uuid }]
      : [],
  );
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isFoundPlayer(player: FoundPlayer): boolean {
  const ids: readonly unknown[] = [player.uuid, player.xuid];
  return isKnownPlayer(player) && ids.every((id) => id === undefined || isName(id));
}

/** Accepts heads of this service only: no image is loaded from elsewhere. */
export function isKnownPlayer(value: unknown): value is KnownPlayer {
  if (typeof value !== "object" || value === null) return false;
  const { username, editions, headUrl, id } = value as Partial<Record<keyof KnownPlayer, unknown>>;
  return (
    isName(username) &&
    (id === undefined || isName(id)) &&
    Array.isArray(editions) &&
    editions.length > 0 &&
    editions.every((edition) => edition === "java" || edition === "bedrock") &&
    (headUrl === null || (isName(headUrl) && headUrl.startsWith("/head?")))
  );
}
