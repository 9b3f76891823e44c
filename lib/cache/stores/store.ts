import { z } from "zod";
import { sleep, systemClock, type Clock } from "../../time/clock.ts";

/**
 * Strings by key, for a time. This is all that the rest of the service knows about storage; memory,
 * SQLite and Redis stores behave alike, and `testStore` (conformance.fixture.ts) is what "alike" means.
 *
 * Keys and values are any well-formed Unicode, the empty string included (half a surrogate pair may
 * come back as U+FFFD). A value is at most `maxValueBytes` long. Every method rejects when the store
 * fails; a failure is never taken for "absent".
 */
export interface Store {
  readonly kind: "memory" | "embedded" | "redis";
  get(key: string): Promise<string | undefined>;
  /** Without `ttlMs` the value never expires. */
  set(key: string, value: string, options?: WriteOptions): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Runs all checks, then all writes, as one: a part of it is never seen, and nothing is written
   * unless every check holds. On Redis this is one command, for which a Redis Cluster needs all keys on one
   * node: so they have to be one key and those `beside` it.
   */
  transact(steps: readonly Step[]): Promise<Outcome>;
  /** Where the store runs scripts itself: one in Lua that is a step of one key, on the clock of the store. */
  script?<Result>(lua: string): (key: string, values: string[]) => Promise<Result>;
  /** Whether it works, as far as its last use shows. */
  health(): { ok: boolean };
}

export interface WriteOptions {
  /** Milliseconds until the value is gone: positive, rounded up to whole ones. Default: never. */
  ttlMs?: number | undefined;
}

/** One part of a transaction. `undefined` means absent: to be checked for, or to be deleted. */
export type Step =
  | { check: string; is: string | undefined }
  | { check: string; startsWith: string }
  | ({ set: string; to: string | undefined } & WriteOptions)
  /**
   * Adds to an integer; absent counts as 0, and an existing expiry is kept. Rejects with a
   * NotCountableError when the value is no integer.
   */
  | { add: string; by: number };

/**
 * A key that is stored beside another one, so that one transaction may touch both: a Redis Cluster puts a key on the
 * node of what is in braces. `key` itself contains no braces. A tag for many keys would put all of them on one node.
 */
export const beside = (key: string, name: string) => `${name}@{${key}}`;

export type Outcome =
  /** Every check held and everything was written; `sums` are those of the `add` steps, in order. */
  | { done: true; sums: number[] }
  /** The first check that did not hold found this, and nothing was written. */
  | { done: false; found: string | undefined };

/** Upstash's own limit for one request, so that what fits here fits everywhere. */
export const maxValueBytes = 1_048_576;

/** What a key holds cannot be counted on: the caller's mistake, not a failure of the store. */
export class NotCountableError extends TypeError {
  override readonly name = "NotCountableError";

  constructor(reason: "text" | "range") {
    super(
      reason === "text"
        ? "the value to increment is not an integer"
        : "the counter would leave the safe range",
    );
  }
}

/**
 * When a value written at `now` expires: epoch milliseconds, `Infinity` for never.
 * Throws RangeError for a `ttlMs` that is not a positive number.
 */
export function expiryOf(now: number, { ttlMs = Infinity }: WriteOptions = {}): number {
  if (!(ttlMs > 0)) throw new RangeError(`ttlMs must be a positive number, not ${ttlMs}`);
  return now + Math.ceil(ttlMs);
}

/** Throws RangeError for a step that no store takes, before anything is written. */
export function checkStep(step: Step): void {
  if ("add" in step && !Number.isSafeInteger(step.by)) {
    throw new RangeError(`cannot add ${step.by} to a counter`);
  }
  if (!("set" in step)) return;
  expiryOf(0, step);
  const { to = "" } = step;
  // One UTF-16 unit is at most three bytes of UTF-8: short values need no counting.
  const bytes = to.length * 3 > maxValueBytes ? Buffer.byteLength(to) : 0;
  if (bytes > maxValueBytes) {
    throw new RangeError(`a value of ${bytes} bytes is longer than the ${maxValueBytes} allowed`);
  }
}

/** What a store holds under a key. */
export interface Stored {
  key: string;
  value: string;
  /** Epoch milliseconds, `Infinity` for never. */
  expiresAt: number;
}

/** All keys of a store that begin with a prefix, while others write to it. What stays as it is, is among them. */
export interface Scan {
  /** The keys and what they hold, some at a time. */
  read(prefix: string): AsyncIterable<Stored[]>;
  /** How many there are. One that changes meanwhile may be counted twice or not at all. */
  count(prefix: string): Promise<number>;
}

/** Values by key, without waiting: what a store in this process is made of. */
export interface Table {
  read(key: string): { value: string; expiresAt: number } | undefined;
  /** `expiresAt` in epoch milliseconds, `Infinity` for never. */
  write(key: string, value: string, expiresAt: number): void;
  remove(key: string): void;
}

export interface TableStoreOptions {
  kind: Store["kind"];
  clock: Pick<Clock, "now">;
  read<Result>(work: (table: Table) => Result): Result;
  write<Result>(work: (table: Table) => Result): Result | Promise<Result>;
  works(): boolean;
}

/** A store that keeps its values in a table. */
export function createTableStore({ kind, clock, read, write, works }: TableStoreOptions): Store {
  const transact = async (steps: readonly Step[]) => {
    steps.forEach(checkStep);
    return write((table) => transactOn(table, steps, clock.now()));
  };

  return {
    kind,
    get: async (key) => read((table) => table.read(key)?.value),
    set: async (key, value, options) =>
      void (await transact([{ set: key, to: value, ...options }])),
    delete: async (key) => void (await transact([{ set: key, to: undefined }])),
    transact,
    health: () => ({ ok: works() }),
  };
}

/** A transaction whose steps were checked: first everything that may refuse, then the writes. */
function transactOn(table: Table, steps: readonly Step[], now: number): Outcome {
  const sums: number[] = [];
  const writes: (() => void)[] = [];
  for (const step of steps) {
    if ("check" in step) {
      const found = table.read(step.check)?.value;
      const holds = "is" in step ? found === step.is : found?.startsWith(step.startsWith) === true;
      if (!holds) return { done: false, found };
    } else if ("add" in step) {
      const { value, expiresAt = Infinity } = table.read(step.add) ?? {};
      const sum = addToCounter(value, step.by);
      sums.push(sum);
      writes.push(() => table.write(step.add, String(sum), expiresAt));
    } else {
      const { set, to } = step;
      writes.push(() =>
        to === undefined ? table.remove(set) : table.write(set, to, expiryOf(now, step)),
      );
    }
  }
  for (const write of writes) write();
  return { done: true, sums };
}

/** Absent counts as 0. */
function addToCounter(current = "0", by: number): number {
  if (!/^(0|-?[1-9]\d{0,15})$/.test(current)) throw new NotCountableError("text");
  const sum = Number(current) + by;
  if (!Number.isSafeInteger(sum)) throw new NotCountableError("range");
  return sum;
}

/** What a change makes of a value. */
export interface Change {
  /** What is to be stored. `undefined` deletes it, what is there leaves it as it is. */
  to: string | undefined;
  /** Milliseconds until it is gone. Default: never. */
  ttlMs?: number | undefined;
}

export interface UpdateOptions {
  /** The value as this process last saw it. Default: absent. */
  seen?: string | undefined;
  /** Written along with a new value. */
  also?: readonly Step[];
  clock?: Clock;
  random?: () => number;
}

const MOST_ATTEMPTS = 32;
/** No attempt begins later than this: on a slow store, each of many would take a second and more. */
const LAST_ATTEMPT_MS = 10_000;
const LONGEST_WAIT_MS = 100;

/**
 * Changes one value so that no concurrent change is lost, on any store. `change` gets the current value; it runs again
 * whenever someone else wrote in between, so it must be pure. The first attempt begins with what was last seen, so
 * that most changes are one command.
 * @returns what `change` made of the value
 * @throws when the store fails, or other writers were faster 32 times or for ten seconds
 */
export async function updateValue<Changed extends Change>(
  store: Pick<Store, "get" | "transact">,
  key: string,
  change: (current: string | undefined) => Changed | Promise<Changed>,
  { seen, also = [], clock = systemClock, random = Math.random }: UpdateOptions = {},
): Promise<Changed> {
  let current = seen;
  let tookMs = 0;
  let attempt = 1;
  const end = clock.monotonic() + LAST_ATTEMPT_MS;
  for (; attempt <= MOST_ATTEMPTS && clock.monotonic() < end; attempt += 1) {
    // Full jitter: losers of one round must not meet again in the next. Where a try takes long, on a slow store or a
    // busy machine, so does everybody else's: without more room they would meet all the same.
    const roomMs = Math.max(Math.min(2 ** (attempt - 2), LONGEST_WAIT_MS), (attempt - 1) * tookMs);
    if (attempt > 2) await sleep(clock, random() * roomMs);
    const triedAt = clock.monotonic();
    const changed = await change(current);
    if (changed.to === current) {
      const found = attempt === 1 ? await store.get(key) : current;
      if (found === current) return changed;
      current = found;
    } else {
      const write = { set: key, to: changed.to, ttlMs: changed.ttlMs };
      const outcome = await store.transact([{ check: key, is: current }, write, ...also]);
      if (outcome.done) return changed;
      current = outcome.found;
    }
    tookMs = clock.monotonic() - triedAt;
  }
  throw new Error(`gave up changing ${key}: others were faster ${attempt - 1} times`);
}

/** What a text says in JSON; undefined when it is not of this shape, since others may write to a store. */
export function readJson<Value>(
  schema: z.ZodType<Value>,
  text: string | undefined,
): Value | undefined {
  // An error that is thrown and caught for each absent key takes longer than its read.
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A list without what is not of this shape: one element says nothing about the others. */
export const listOf = <Value>(schema: z.ZodType<Value>) =>
  z.array(z.unknown()).transform((elements) =>
    elements.flatMap((element) => {
      const { success, data } = schema.safeParse(element);
      return success ? [data] : [];
    }),
  );

/** A counter from its text; anything else counts as 0. */
export function countIn(text: string | undefined): number {
  const count = Number(text ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** Messages without content, from any process on a store to all of them. */
export interface Channel {
  /** `onMessage` is called for every message, and once after some may have been missed. */
  listen(onMessage: () => void): void;
  /** Whether messages are being received now. */
  isListening(): boolean;
  send(): Promise<unknown>;
}
