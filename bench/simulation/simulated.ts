import figures from "./simulated.json" with { type: "json" };

/** The resources that can run out. */
export const LIMITS = ["names", "sessions", "geyser", "core", "redis"] as const;
export type LimitName = (typeof LIMITS)[number];

/** The figures of a simulated day. Shares are between 0 and 1. */
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

/** Ways to extend a service that runs into a limit. */
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
  /** Days of one process and one address, by requests; without a CDN. */
  direct: Day[];
  /** The same day with more of something. */
  additions: (Day & { addition: AdditionName })[];
}

/** The days that `docs/capacity.md` shows. */
export const simulated: Simulated = figures as Simulated;

/** Full shares never look whole when they are not, nor empty ones empty. */
export function percent(share: number): string {
  const isNearAnEnd = share > 0 && share < 1 && (share < 0.01 || share > 0.99);
  const maximumFractionDigits = isNearAnEnd ? 2 : 0;
  return share.toLocaleString("en", { style: "percent", maximumFractionDigits });
}

export function count(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 0 });
}

export function cores(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 2 });
}
