import { setImmediate as breathe } from "node:timers/promises";
import { createMemoryStore } from "../../cache/stores/memory.ts";
import type { Store } from "../../cache/stores/store.ts";
import { BudgetSpent, createBudget, type Allowance, type Budget, type Claim } from "../budget.ts";
import { createStoreTokens } from "./token-bucket.ts";

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
export interface Member extends Pick<Budget, "slowDown" | "ease" | "succeed" | "state"> {
  /** Asks for a token; what comes of it is noted. */
  ask(bucket: string, claim?: Partial<Claim>): Asked;
  /** Nothing that it began goes on. */
  kill(): void;
}

export interface Asked {
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
  /** What the store does from now on. */
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

  async function answer<Value>(ask: () => Promise<Value>, isAlive: () => boolean): Promise<Value> {
    const ms = latencyMs();
    if (ms > 0) await new Promise<void>((resolve) => void later(resolve, ms));
    if (!isAlive()) return new Promise<never>(() => undefined);
    if (state === "failing") throw new Error("the store fails");
    return ask();
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
    const budget = createBudget({
      ...options,
      factor,
      tokens: createStoreTokens(store, {
        now: () => wallMs + skewMs + nowMs,
        random: () => 0.5,
        wait: (ms) => new Promise<void>((resolve) => void later(resolve, ms)),
      }),
      monotonic: () => nowMs - startedAtMs,
      later: (run, ms) => later(() => alive && run(), ms),
    });
    return {
      ...budget,
      ask(bucket, claim) {
        const asked: Asked = {};
        const note = (error?: unknown) => {
          if (!alive) return;
          asked.atMs = nowMs;
          if (error === undefined) (given[bucket] ??= []).push(nowMs);
          else asked.error = error;
        };
        budget
          .take(bucket, { priority: "foreground", waitMs: 0, ...claim })
          .then(() => note(), note);
        return asked;
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
  member.ask("up");
  await world.pass(60_000);
  return { world, member };
}

/** Asks so often at once for a token of the bucket `up`. */
export function ask(member: Member, count: number, claim: Partial<Claim> = {}): Asked[] {
  return Array.from({ length: count }, () => member.ask("up", claim));
}

export function isServed({ atMs, error }: Asked): boolean {
  return atMs !== undefined && error === undefined;
}

/** How many got a token. */
export function served(asked: Asked[]): number {
  return asked.filter(isServed).length;
}

/** Seconds after which to ask again; undefined when it was not refused. */
export function retryOf({ error }: Asked): number | undefined {
  return error instanceof BudgetSpent ? error.retryAfterSeconds : undefined;
}
