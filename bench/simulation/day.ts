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

/** A simulated day. */
export type Day = Figures & { requests: number };
