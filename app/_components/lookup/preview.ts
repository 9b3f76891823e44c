import type { ErrorBody, FormerPlayer } from "../../../lib/contract/errors.ts";
import type { Edition, ProfileBody } from "../../../lib/contract/profile.ts";
import { profileUrl } from "../../../lib/contract/urls.ts";

/** A player as a row of the search shows it. */
export interface KnownPlayer {
  /** The name as the game spells it. */
  username: string;
  editions: readonly Edition[];
  /** Null when it is not known. */
  headUrl: string | null;
  /** The UUID, for players whose name has changed. */
  id?: string;
}

/** The result of looking a player up while the visitor types. */
export interface PreviewResult {
  kind: "found" | "unknown" | "malformed" | "silent" | "unreachable" | "unreadable";
  /** When found: one row for linked accounts, else one for each edition. When unknown: who had the name. */
  players: readonly KnownPlayer[];
}

/** Whether a result says nothing about the player, so that a retry may help. */
export function isFailure(kind: string): boolean {
  return kind === "silent" || kind === "unreachable" || kind === "unreadable";
}

/** The service responds within its own deadline of 6 s; after this the request is cancelled. */
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
      const isSound = players.length > 0 && players.every(isKnownPlayer);
      return isSound ? { kind: "found", players } : UNREADABLE;
    }
    if (body.success !== false) return UNREADABLE;
    if (status === 404) return { kind: "unknown", players: formerIn(body) };
    return { kind: status === 400 || status === 414 ? "malformed" : "silent", players: [] };
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE: PreviewResult = { kind: "unreadable", players: [] };

function playersIn({ java, bedrock }: Partial<ProfileBody>): KnownPlayer[] {
  const players: KnownPlayer[] = [];
  if (java !== undefined) {
    players.push({ username: java.username, headUrl: java.head_url, editions: ["java"] });
  }
  if (bedrock !== undefined) {
    players.push({ username: bedrock.gamertag, headUrl: bedrock.head_url, editions: ["bedrock"] });
  }
  const [first, second] = players;
  const isLinked = first !== undefined && second !== undefined && bedrock?.linked === true;
  return isLinked ? [{ ...first, editions: ["java", "bedrock"] }] : players;
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

/** Accepts heads of this service only: no image is loaded from elsewhere. */
export function isKnownPlayer(value: unknown): value is KnownPlayer {
  if (typeof value !== "object" || value === null) return false;
  const { username, editions, headUrl } = value as Partial<Record<keyof KnownPlayer, unknown>>;
  return (
    isName(username) &&
    Array.isArray(editions) &&
    editions.length > 0 &&
    editions.every((edition) => edition === "java" || edition === "bedrock") &&
    (headUrl === null || (isName(headUrl) && headUrl.startsWith("/head?")))
  );
}
