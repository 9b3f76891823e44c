import { setImmediate as breathe } from "node:timers/promises";
import { createMemoryStore } from "../cache/stores/memory.ts";
import type { Store } from "../cache/stores/store.ts";
import type { Clock } from "../time/clock.ts";
import { BudgetSpent, createBudget, type Budget, type Claim } from "./budget.ts";
import { createStoreTokens, type Allowance } from "./token-bucket.ts";

type BudgetStore = Pick<Store, "get" | "transact">;

export interface WorldOptions {
  allowances: Record<string, Allowance>;
  factor?: number;
  /** The number of processes, as each of them knows it. */
  processes?: number;
  /** How long each answer of the store takes, in milliseconds. */
  latencyMs?: () => number;
}

/** One process in the world. */
export interface Member extends Pick<
  Budget,
  "slowDown" | "halve" | "succeed" | "state" | "capacityOf"
> {
  /** Requests a token; what comes of it is noted. */
  request(bucket: string, claim?: Partial<Claim>): Requested;
  /** Nothing that it began goes on. */
  kill(): void;
}

export interface Requested {
  /** When it was decided, in the world's time; undefined while it waits. */
  atMs?: number;
  /** Undefined when a token was given. */
  error?: unknown;
}

/** Processes with simulated time on one store that may be emptied or fail. */
export interface World {
  store: Store;
  /** When tokens were given, in milliseconds, by bucket. */
  given: Record<string, number[]>;
  /** Its wall clock is ahead of the others' by `skewMs`. */
  member(skewMs?: number): Member;
  /** Sets the wall clock of the machine, and so that of all. */
  setWall(offsetMs: number): void;
  /** Lets time go on, event by event. */
  pass(ms: number): Promise<void>;
  now(): number;
  /** Timers that wait. */
  pending(): number;
  empty(): void;
  /** Has the store work or fail from now on. */
  be(state: "working" | "failing"): void;
}

interface Event {
  atMs: number;
  run: () => void;
}

export function createWorld({ latencyMs = () => 0, factor = 1, ...options }: WorldOptions): World {
  let nowMs = 0;
  let wallMs = 1_700_000_000_000;
  let state: "working" | "failing" = "working";
  let events: Event[] = [];
  let memory = createMemoryStore({ maxBytes: 1_000_000 });
  const given: Record<string, number[]> = {};

  function later(run: () => void, ms: number): () => void {
    const event = { atMs: nowMs + Math.max(0, ms), run };
    events.push(event);
    return () => void (events = events.filter((other) => other !== event));
  }

  async function answer<Value>(
    request: () => Promise<Value>,
    isAlive: () => boolean,
  ): Promise<Value> {
    const ms = latencyMs();
    if (ms > 0) await new Promise<void>((resolve) => void later(resolve, ms));
    if (!isAlive()) return new Promise<never>(() => undefined);
    if (state === "failing") throw new Error("the store fails");
    return request();
  }

  function member(skewMs = 0): Member {
    const startedAtMs = nowMs;
    let alive = true;
    const store: BudgetStore = {
      get: (key) =>
        answer(
          () => memory.get(key),
          () => alive,
        ),
      transact: (...call) =>
        answer(
          () => memory.transact(...call),
          () => alive,
        ),
    };
    const clock: Clock = {
      now: () => wallMs + skewMs + nowMs,
      monotonic: () => nowMs - startedAtMs,
      after: (ms, run) => later(() => alive && run(), ms),
    };
    const tokens = createStoreTokens(store, { clock, random: () => 0.5 });
    const budget = createBudget({ ...options, factor, tokens, clock });
    return {
      ...budget,
      request(bucket, claim) {
        const requested: Requested = {};
        const note = (error?: unknown) => {
          if (!alive) return;
          requested.atMs = nowMs;
          if (error === undefined) (given[bucket] ??= []).push(nowMs);
          else requested.error = error;
        };
        budget
          .take(bucket, { priority: "foreground", waitMs: 0, ...claim })
          .then(() => note(), note);
        return requested;
      },
      kill: () => void (alive = false),
    };
  }

  async function pass(ms: number): Promise<void> {
    const endMs = nowMs + ms;
    for (;;) {
      await breathe();
      const [next] = events.toSorted((one, other) => one.atMs - other.atMs);
      if (next === undefined || next.atMs > endMs) break;
      events = events.filter((event) => event !== next);
      nowMs = next.atMs;
      next.run();
    }
    nowMs = endMs;
  }

  return {
    get store() {
      return memory;
    },
    given,
    member,
    pass,
    now: () => nowMs,
    pending: () => events.length,
    setWall: (offsetMs) => void (wallMs = 1_700_000_000_000 + offsetMs),
    empty: () => void (memory = createMemoryStore({ maxBytes: 1_000_000 })),
    be: (next) => void (state = next),
  };
}

/** How many more were given than rate · W + burst, in the worst window; at most 0 is right. */
export function excessOf(timesMs: readonly number[], { rate, burst }: Allowance): number {
  let excess = -burst;
  for (const [first, from] of timesMs.entries()) {
    for (const [last, to] of timesMs.entries()) {
      if (last < first) continue;
      excess = Math.max(excess, last - first + 1 - (rate * (to - from)) / 1_000 - burst);
    }
  }
  return excess;
}

/** A world with a process whose bucket `up` is full, at one minute. */
export async function createFullWorld(options: WorldOptions) {
  const world = createWorld(options);
  const member = world.member();
  member.request("up");
  await world.pass(60_000);
  return { world, member };
}

/** Requests so often at once for a token of the bucket `up`. */
export function request(member: Member, count: number, claim: Partial<Claim> = {}): Requested[] {
  return Array.from({ length: count }, () => member.request("up", claim));
}

export function isServed({ atMs, error }: Requested): boolean {
  return atMs !== undefined && error === undefined;
}

/** How many got a token. */
export function served(requested: Requested[]): number {
  return requested.filter(isServed).length;
}

/** Seconds after which to try again; undefined when it was not refused. */
export function retryOf({ error }: Requested): number | undefined {
  return error instanceof BudgetSpent ? error.retryAfterSeconds : undefined;
}
