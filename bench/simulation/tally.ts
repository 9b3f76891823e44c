import { ALLOWANCES } from "../../lib/providers/providers.ts";
import type { Clock } from "../../lib/time/clock.ts";
import { CALL_US, CACHED_US, HANDLED_US } from "./costs.ts";
import type { Sampling } from "./scenario.ts";

/** A response, as far as it is counted. */
export interface SimulatedResponse {
  by: "memory" | "handler";
  status: number;
  /** `HIT`, `MISS` or `STALE`. */
  cache: string;
  /** One edition is missing, with a warning. */
  isPartial: boolean;
  /** How long a shared cache may reuse it. */
  maxAgeSeconds: number;
}

/** The counts of a part of the day. */
export interface Counts {
  requests: number;
  /** Served by the shared cache in front. */
  cdn: number;
  /** Served by this service without waiting for a provider. */
  hits: number;
  stale: number;
  /** 502: nothing was cached, and no provider could be called in time. */
  refused: number;
  /** One edition was missing, with a warning. */
  partial: number;
  cpuSeconds: number;
  /** Commands to each node of the store. */
  commands: readonly number[];
  /** Calls, by provider. */
  calls: Record<string, number>;
  /** Java names in those calls. */
  names: number;
}

export type Tally = ReturnType<typeof createTally>;

/** The parts of a day: two hours each. */
const PARTS = 12;
const NAME_HOSTS = new Set(["minecraftservices", "mojang-legacy"]);

export interface TallyOptions {
  sampling: Sampling;
  /** Commands that each node of the store received so far. */
  commands(): readonly number[];
  clock: Clock;
}

/** Counts what happens in a simulated day. */
export function createTally(options: TallyOptions) {
  const { clock } = options;
  const { hours, acceleration } = options.sampling;
  const parts = Array.from({ length: PARTS }, nothing);
  const waits: number[] = [];
  let current: Counts | undefined;
  let commandsBefore: readonly number[] = [];

  const enter = (part: Counts | undefined) => {
    const commands = options.commands();
    if (current !== undefined) {
      const { commands: counted } = current;
      const since = (node: number) => (commands[node] ?? 0) - (commandsBefore[node] ?? 0);
      current.commands = commands.map((_, node) => (counted[node] ?? 0) + since(node));
    }
    commandsBefore = commands;
    current = part;
  };

  return {
    /** As many as `PARTS`; nothing is scaled up. */
    parts,
    /** How long each handler took, in milliseconds. */
    waits,
    /** The seconds in which rates are counted, of each part. */
    partSeconds: (hours * 3_600) / acceleration / PARTS,
    /** Counts a request at this time of the day; returns what to call with the response. */
    requested(shareOfDay: number) {
      const part = parts[Math.floor(shareOfDay * PARTS)] ?? nothing();
      if (part !== current) enter(part);
      part.requests += 1;
      const requestedAt = clock.monotonic();
      return (response: SimulatedResponse | { by: "cdn" }) => {
        if (response.by === "cdn") {
          part.cdn += 1;
        } else if (response.by === "memory") {
          part.hits += 1;
          part.cpuSeconds += CACHED_US / 1e6;
        } else {
          part.cpuSeconds += HANDLED_US / 1e6;
          waits.push(clock.monotonic() - requestedAt);
          if (response.status >= 500) part.refused += 1;
          else if (response.cache === "STALE") part.stale += 1;
          else if (response.cache === "HIT") part.hits += 1;
          if (response.isPartial) part.partial += 1;
        }
      };
    },
    /** Counts a call that requests this many players from a provider. */
    called(provider: string, players: number) {
      if (current === undefined) return;
      current.calls[provider] = (current.calls[provider] ?? 0) + 1;
      current.cpuSeconds += CALL_US / 1e6;
      if (NAME_HOSTS.has(provider)) current.names += players;
    },
    end: () => enter(undefined),
  };
}

function nothing(): Counts {
  return {
    requests: 0,
    cdn: 0,
    hits: 0,
    stale: 0,
    refused: 0,
    partial: 0,
    cpuSeconds: 0,
    commands: [],
    calls: Object.fromEntries(Object.keys(ALLOWANCES).map((name) => [name, 0])),
    names: 0,
  };
}
