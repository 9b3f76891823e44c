import simulated from "./simulated.json" with { type: "json" };

/** What can run out, in the order in which plots show it. */
export const LIMITS = ["names", "sessions", "geyser", "core", "redis"] as const;
export type LimitName = (typeof LIMITS)[number];

/** What a simulated day comes to. Shares are between 0 and 1. */
export interface Figures {
  /** Requests answered without a wait for a provider, by a CDN or by this service. */
  hits: number;
  /** Requests that a CDN answered. */
  cdn: number;
  /** Requests answered with data that is up to date, with stale data, and with a 502. */
  fresh: number;
  stale: number;
  refused: number;
  /** Requests answered with one edition only, and a warning. */
  partial: number;
  /** Calls in the day, by provider. */
  calls: Record<string, number>;
  /** How much of each limit the busiest two hours take. */
  limits: Record<LimitName, number>;
  /** The limit that is taken most. */
  first: LimitName;
  /** Milliseconds that requests take. */
  waits: { p50: number; p95: number; p99: number };
  redisPerDay: number;
  /** Processor cores, over the day and in the busiest two hours. */
  cores: number;
  coresAtPeak: number;
}

/** What can be added to a service that runs into a limit. */
export const ADDITIONS = [
  "nothing",
  "cdn",
  "addresses2",
  "addresses4",
  "both",
  "addresses16",
  "addresses160",
] as const;
export type AdditionName = (typeof ADDITIONS)[number];

/** A simulated day. */
export type Day = Figures & { requests: number };

/** The output of `npm run simulate -- --docs`. */
export interface Simulated {
  /** Days of one process and one address, by requests; without and with a CDN. */
  direct: Day[];
  behindCdn: Day[];
  /** The same day with more of something. */
  additions: (Day & { addition: AdditionName })[];
}

export const capacity: Simulated = simulated as Simulated;

/** Numbers have Latin digits in every language, as everywhere on the site. */
function written(locale: string, value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale, { numberingSystem: "latn", ...options }).format(value);
}

/** Full shares never look whole when they are not, nor empty ones empty. */
export function percent(locale: string, share: number): string {
  const isNearAnEnd = share > 0 && share < 1 && (share < 0.01 || share > 0.99);
  return written(locale, share, { style: "percent", maximumFractionDigits: isNearAnEnd ? 2 : 0 });
}

export function count(locale: string, value: number): string {
  return written(locale, value, { maximumFractionDigits: 0 });
}

export function cores(locale: string, value: number): string {
  return written(locale, value, { maximumSignificantDigits: 2 });
}
