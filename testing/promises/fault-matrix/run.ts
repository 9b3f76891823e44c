import pLimit from "p-limit";
import { openCellWorld, type CellWorld, type Observed } from "./cell.ts";
import type { TestClock } from "./clock.ts";
import { readingOf, type Dependency, type Reading } from "./dependency.ts";
import { FAULTS } from "./faults.ts";
import type { Surroundings } from "./surroundings.ts";

/** When a cell was observed. */
export type Moment = "cold" | "warm" | "twice";

/** The observations of a dependency under a fault. */
export interface CellRecord {
  dependency: Dependency;
  fault: (typeof FAULTS)[number];
  reading: Reading;
  seen: Partial<Record<Moment, Observed[]>>;
  /** Calls of the affected routes during the fault. */
  calls: Partial<Record<Moment, number>>;
  /** The observations after the fault, until all responses were fresh again. */
  recovered: Partial<Record<Moment, Observed[][]>>;
}

const MINUTE = 60_000;
/** Longer than failures and partial records are cached, and than a breaker pauses that opened twice. */
const AFTER_FAILURES_MS = 5 * MINUTE;
/** Longer than a profile is fresh: 20 minutes. */
const AFTER_NEGATIVE_MS = 20 * MINUTE;
/** Longer than anything is fresh: names are for six hours. */
export const PAST_FRESHNESS_MS = 7 * 60 * MINUTE;
const MOST_LOOKS = 8;
const BETWEEN_LOOKS_MS = 10_000;
/** Few at a time where time matters; cells that wait for a deadline wait at the same time. */
const QUICK_AT_ONCE = 3;
const SLOW_AT_ONCE = 50;

/**
 * Runs every fault against every dependency, cold and then warm, in step on one clock: the fault starts,
 * ends, and time passes until all responses must be fresh again.
 */
export async function runMatrix(
  dependencies: readonly Dependency[],
  clock: TestClock,
  surroundings: Surroundings,
  isRecovered: (record: CellRecord, observed: Observed[]) => boolean,
): Promise<CellRecord[]> {
  const records = cellsOf(dependencies);
  const worlds = new Map<CellRecord, CellWorld>();
  const quick = pLimit(QUICK_AT_ONCE);
  const slow = pLimit(SLOW_AT_ONCE);
  const forEach = async (
    some: readonly CellRecord[],
    run: (record: CellRecord) => Promise<void>,
  ) => {
    const isSlow = ({ fault }: CellRecord) => fault.slow === true;
    await quick.map(
      some.filter((record) => !isSlow(record)),
      run,
    );
    await slow.map(some.filter(isSlow), run);
  };
  const worldOf = (record: CellRecord): CellWorld => {
    const world = worlds.get(record);
    if (world === undefined) throw new Error(`no world for ${record.dependency.name}`);
    return world;
  };

  const look = async (record: CellRecord, moment: Moment) => {
    const { observed, calls } = await worldOf(record).request({ twice: true });
    record.seen[moment] = observed;
    record.calls[moment] = calls;
  };

  const recover = async (some: readonly CellRecord[], moment: Moment) => {
    await forEach(some, (record) => worldOf(record).heal());
    let waiting = some;
    for (let count = 0; count < MOST_LOOKS && waiting.length > 0; count += 1) {
      const looked = waiting;
      await forEach(looked, async (record) => {
        const { observed } = await worldOf(record).request({ twice: false });
        (record.recovered[moment] ??= []).push(observed);
      });
      const last = (record: CellRecord) => record.recovered[moment]?.at(-1) ?? [];
      waiting = looked.filter((record) => !isRecovered(record, last(record)));
      // What came too late on a busy machine is requested again once the profile is no longer fresh.
      const isBusy = waiting.some((record) => last(record).some(({ hasStalled }) => hasStalled));
      clock.advance(isBusy ? AFTER_NEGATIVE_MS : BETWEEN_LOOKS_MS);
    }
  };

  const denied = records.filter(({ reading }) => reading === "negative");
  const later = records.filter(
    ({ reading, dependency }) => reading === "negative" || dependency.comesWithProfile,
  );

  const strikeAndRecover = async (moment: "cold" | "warm") => {
    await forEach(records, async (record) => {
      await worldOf(record).strike();
      await look(record, moment);
    });
    if (moment === "warm") {
      clock.advance(MINUTE + 5_000);
      await forEach(denied, (record) => look(record, "twice"));
    }
    clock.advance(AFTER_FAILURES_MS);
    await recover(
      records.filter((record) => !later.includes(record)),
      moment,
    );
    clock.advance(AFTER_NEGATIVE_MS);
    await recover(later, moment);
  };

  try {
    // Opening worlds keeps the process busy, which must not look like a slow upstream.
    await Promise.all(
      records.map((record) =>
        quick(async () => {
          const { dependency, fault } = record;
          const turn = FAULTS.indexOf(fault);
          worlds.set(record, await openCellWorld(dependency, fault, turn, surroundings));
        }),
      ),
    );
    await strikeAndRecover("cold");
    clock.advance(PAST_FRESHNESS_MS);
    await strikeAndRecover("warm");
    return records;
  } finally {
    await Promise.all([...worlds.values()].map((world) => world.close()));
  }
}

function cellsOf(dependencies: readonly Dependency[]): CellRecord[] {
  return dependencies.flatMap((dependency) =>
    FAULTS.flatMap((fault) => {
      const reading = readingOf(dependency, fault.name);
      return reading === null
        ? []
        : [{ dependency, fault, reading, seen: {}, calls: {}, recovered: {} }];
    }),
  );
}
