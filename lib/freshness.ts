import type { ApiError } from "./contract/errors.ts";
import { splitList } from "./contract/headers.ts";

/*
 * How long everything is fresh: in this service, and in the caches of others. `Cache-Control` is written
 * and read here alone.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long something is fresh in this service, in milliseconds. Those of profiles are settings. */
export const FRESH_MS = {
  /** Which player has a name. */
  name: 6 * HOUR_MS,
  /** A texture, by its hash. */
  texture: 365 * DAY_MS,
  /** The knowledge that a file is no texture: its host may have had a bad moment. */
  unusableTexture: HOUR_MS,
  /** A response that lacks a part. */
  partial: 5_000,
  /** A record of a player that lacks a part. */
  partialRecord: MINUTE_MS,
  /** The same where only a skin service or OptiFine failed: that must not cost the game's own many calls. */
  withoutSource: 5 * MINUTE_MS,
  /** An image in place of another, or a texture that is not there: soon worth another request. */
  placeholder: MINUTE_MS,
  /** An image that never changes, in memory. */
  immutable: DAY_MS,
  /** A page whose numbers change all the time. */
  livePage: 2_000,
} as const;

/** `Cache-Control` where it is always the same. */
const FIXED = {
  none: "no-store",
  immutable: "public, max-age=31536000, immutable",
  /*
   * Browsers revalidate a page each time, so a refreshed player is visible on the next load. Proxies may
   * serve it for a short time, and while the service fails; an old page still finds its scripts.
   */
  staticPage: "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400",
  playerPage: "public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=86400",
  livePage: "public, max-age=0, s-maxage=2",
  /** The documentation for programs, which only a release changes. */
  release: "public, max-age=300, stale-while-revalidate=86400",
  hour: "public, max-age=3600",
  day: "public, max-age=86400",
  month: "public, max-age=2592000",
  securityText: "max-age=86400",
  /** An operator who names a contact wants it to be found soon. */
  noSecurityText: "max-age=600",
  preview: "public, max-age=3600, stale-while-revalidate=86400",
  unknownPreview: "public, max-age=60",
  /** A redirect that depends on the visitor. */
  visitor: "private, no-cache",
} as const;
export type FixedPolicy = keyof typeof FIXED;

/** Policies of responses that say how many seconds they are fresh; caches may do more with some of them. */
type CountedPolicy = "seconds" | "player" | "stalePlayer";

const REVALIDATE_SECONDS = 60;
/** How long shared caches serve a stale response; browsers revalidate it each time. */
const STALE_SHARED_SECONDS = 30;

/** How long something may be believed, and the cache tags of what it was made from. */
export interface Freshness {
  /** Unix milliseconds. */
  freshUntil: number;
  stale: boolean;
  /** It did not have to be loaded for this request. */
  cached: boolean;
  tags: readonly string[];
}

/** The freshness of something that was made from two things. */
export function ofBoth(one: Freshness, other: Freshness): Freshness {
  return {
    freshUntil: Math.min(one.freshUntil, other.freshUntil),
    stale: one.stale || other.stale,
    cached: one.cached && other.cached,
    tags: [...new Set([...one.tags, ...other.tags])],
  };
}

/** How a response may be cached, here and by others. */
export interface Caching {
  policy: FixedPolicy | CountedPolicy;
  /** For how many seconds it is fresh, when it is sent now. */
  seconds: number;
  /** Until when it is fresh, Unix milliseconds. */
  freshUntil: number;
  /** The value of `X-Cache`; undefined for a response without it. */
  state: "HIT" | "MISS" | "STALE" | undefined;
  /** The cache tags of what it was made from: a change of one of them invalidates it. */
  tags: readonly string[];
  /** True if it may be sent again without being made again. */
  isReusable: boolean;
}

const NEVER = { seconds: 0, freshUntil: 0, tags: [], isReusable: false } as const;

/** For responses that must not be stored. */
export const UNCACHED: Caching = { ...NEVER, policy: "none", state: "MISS" };
/** The same for one without `X-Cache`. */
export const UNSTORED: Caching = { ...NEVER, policy: "none", state: undefined };

/** For a page or a file. `freshUntil` is for this process. */
export function cachingOfPage(
  policy: FixedPolicy,
  freshUntil: number,
  tags: readonly string[] = [],
): Caching {
  return { ...NEVER, policy, freshUntil, tags, isReusable: true, state: undefined };
}

/** How fresh the responses of a route are: as fresh as their data, or always the same. */
export type RouteFreshness = "data" | keyof typeof ROUTES;

/** Routes whose responses are always fresh for the same number of seconds. */
const ROUTES = {
  none: UNCACHED,
  /** For content that changes all the time. */
  brief: counted(5, "MISS"),
  /** For players known by the beginning of a name: a new one is suggested soon enough. */
  suggestions: counted(30, "MISS"),
  /** For content that only a restart can change. It is sent from memory. */
  constant: { ...counted(3_600, "HIT"), isReusable: true },
  document: counted(3_600, "HIT"),
  oldAddress: counted(86_400, "HIT"),
} as const satisfies Record<string, Caching>;

const URL_ERROR_SECONDS = 3_600;

/** For a response of a route that is not as fresh as some data. */
export function cachingOfRoute(freshness: RouteFreshness, now: number): Caching {
  return freshness === "data" ? UNCACHED : startingAt(now, ROUTES[freshness]);
}

/** Fresh for a number of seconds, from when it is made. */
function counted(seconds: number, state: Caching["state"]): Caching {
  return { ...NEVER, policy: "seconds", seconds, state };
}

function startingAt(now: number, caching: Caching): Caching {
  return { ...caching, freshUntil: now + caching.seconds * 1_000 };
}

/** For a response that is as fresh as its data. It is reusable if nothing was fetched for it. */
export function cachingOf(freshness: Freshness, now: number): Caching {
  const { freshUntil, stale, cached, tags } = freshness;
  const isImmutable = freshUntil === Infinity;
  const fresh = isImmutable ? "immutable" : "player";
  return {
    policy: stale ? "stalePlayer" : fresh,
    seconds: secondsUntil(freshUntil, now),
    freshUntil: isImmutable ? now + FRESH_MS.immutable : freshUntil,
    state: stale ? "STALE" : cached ? "HIT" : "MISS",
    tags,
    isReusable: cached && !stale,
  };
}

/** Caps the freshness of a response that stands for another one or lacks a part: a minute by default, and never stale. */
export function capFreshness(
  caching: Caching,
  now: number,
  mostMs: number = FRESH_MS.placeholder,
): Caching {
  if (caching.policy === "none") return caching;
  const seconds = Math.min(caching.seconds, mostMs / 1_000);
  return { ...caching, policy: "seconds", seconds, freshUntil: now + seconds * 1_000 };
}

/** For an error: as fresh as it says, else to be stored only if it depends on the URL alone. */
export function cachingOfError({ code, details }: ApiError, now: number): Caching {
  const { cached = false, freshUntil, tags = [], isCacheable = true } = details;
  const state = cached ? "HIT" : "MISS";
  if (freshUntil !== undefined) {
    const seconds = secondsUntil(freshUntil, now);
    return { policy: "seconds", seconds, freshUntil, state, tags, isReusable: cached };
  }
  const dependsOnUrl = code === "INVALID_PARAMETER" || code === "MISSING_PARAMETER";
  if (!dependsOnUrl || !isCacheable) return { ...UNCACHED, state };
  return startingAt(now, counted(URL_ERROR_SECONDS, state));
}

/**
 * For several responses in one: as long as each of them, and not at all if one must not be stored.
 * @param mayOutlive True if caches may serve it while this service fails: an old "not found" must not.
 */
export function cachingOfAll(all: readonly Caching[], mayOutlive: boolean, now: number): Caching {
  const stale = all.some(({ state }) => state === "STALE");
  const cached = all.every(({ state }) => state === "HIT");
  const state = stale ? "STALE" : cached ? "HIT" : "MISS";
  if (all.some(({ policy }) => policy === "none")) return { ...UNCACHED, state };
  const seconds = stale ? 0 : Math.min(...all.map((one) => one.seconds));
  if (!mayOutlive) return startingAt(now, counted(seconds, state));
  const freshUntil = now + seconds * 1_000;
  return { ...cachingOf({ freshUntil, stale, cached, tags: [] }, now), isReusable: false };
}

/**
 * The value of `Cache-Control`. There is never an `Age` beside it: caches subtract that from the freshness
 * (RFC 9111, 4.2.3), so the age of the data would count twice in a fresh response, and a stale one would be
 * useless on arrival.
 *
 * Caches may serve data about players for `staleSeconds` while this service fails (RFC 5861, 4). Strictly,
 * `s-maxage` forbids that to shared caches for a stale response (RFC 9111, 5.2.2.10); nginx and some others
 * do it anyway.
 */
export function cacheControlOf(
  { policy, seconds }: Pick<Caching, "policy" | "seconds">,
  staleSeconds: number,
): string {
  switch (policy) {
    case "seconds":
      return `public, max-age=${seconds}`;
    case "player":
      return `public, max-age=${seconds}, stale-while-revalidate=${REVALIDATE_SECONDS}, stale-if-error=${staleSeconds}`;
    case "stalePlayer":
      return `public, max-age=0, s-maxage=${STALE_SHARED_SECONDS}, stale-if-error=${staleSeconds}`;
    default:
      return FIXED[policy];
  }
}

/** The value of `Cache-Control` where it is always the same. */
export function fixedCacheControl(policy: FixedPolicy): string {
  return FIXED[policy];
}

/** The policy of a `Cache-Control` that a route handler of the site wrote; undefined for any other. */
export function policyIn(cacheControl: string | undefined): FixedPolicy | undefined {
  return (Object.keys(FIXED) as FixedPolicy[]).find((policy) => FIXED[policy] === cacheControl);
}

/** Tells whether the seconds of `Cache-Control` are counted down while the response is in memory. */
export function isCounted({ policy }: Caching): boolean {
  return policy === "seconds" || policy === "player";
}

/** For how many seconds a shared cache serves it without asking again. */
export function sharedSeconds({ policy, seconds }: Caching): number {
  return policy === "stalePlayer" ? STALE_SHARED_SECONDS : seconds;
}

/** The whole seconds until then, at least 0. */
export function secondsUntil(freshUntil: number, now: number): number {
  return Math.max(0, Math.floor((freshUntil - now) / 1_000));
}

/** Tells whether `Cache-Control` of a request says `only-if-cached` (RFC 9111, 5.2.1.7). */
export function saysOnlyIfCached(cacheControl: string | undefined): boolean {
  if (cacheControl === undefined) return false;
  return splitList(cacheControl).some((part) => part.trim().toLowerCase() === "only-if-cached");
}
