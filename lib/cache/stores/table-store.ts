import type { Clock } from "../../time/clock.ts";
import {
  checkStep,
  expiryOf,
  NotCountableError,
  type Outcome,
  type Step,
  type Store,
} from "./store.ts";

/** Values by key, without waiting: a store in this process is made of it. */
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
