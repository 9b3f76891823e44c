import { isDeepStrictEqual } from "node:util";
import { BentoCache, bentostore } from "bentocache";
import { createAbsences } from "./absences.ts";
import { createAnswers, isKeptEntry, type Answer, type Entry, type Lifetimes } from "./answers.ts";
import type { Cache, CacheOptions, GetOptions, Load } from "./cache-interface.ts";
import { createFailureMemory } from "./failures.ts";
import { NotKept } from "./not-kept.ts";
import { storeDriver, type EntryCheck } from "./store-driver.ts";
import { wantedWaitMs, within } from "./waiting.ts";

export type { Answer, Cache, GetOptions, Lifetimes };

interface FindOptions extends GetOptions {
  /** Wants what is true now, not what another process has just asked. */
  insist?: boolean;
  /** Loads whatever the leases say: those from before a clock was set back seem to be held still. */
  alone?: boolean;
}

/** What a load came to. */
type Outcome<Value> = { entry: Entry<Value> } | { absentSince: number };

/** Longest that a request waits for a refresh while it could be served something stale. */
export const STALE_WAIT_MS = 1_500;
const SHORTEST_WAIT_MS = 10;
/** How many times earlier than its own duration a load may begin; Vattani et al., "Optimal
 * Probabilistic Cache Stampede Prevention", with a beta above 1 since not every request gets here. */
const EARLINESS = 3;
/** Longest wait for what another process loads: as long as any load may take. */
const ELSEWHERE_MS = 6_000;

export function createCache<Value>(options: CacheOptions): Cache<Value> {
  const { name, lifetimes, missing, leases, onChange = () => undefined } = options;
  const { now = Date.now, random = Math.random, isValue = () => true } = options;
  const subjectOf = (key: string) => `${name}/${key}`;
  const failures = createFailureMemory(now);
  const isEntry: EntryCheck = (key, text) => isKeptEntry(key, text, isValue);
  const bento = new BentoCache({
    default: "values",
    ttl: lifetimes.freshMs,
    grace: lifetimes.keepMs,
    // Its own way of sparing a failed upstream would write the old value anew, and so keep it for
    // longer than it may be kept; the failure memory does that here.
    graceBackoff: 0,
    stores: { values: bentostore().useL2Layer(storeDriver(options.store, name, isEntry)) },
  });
  const { answer, absent, isFreshAbsence, isFreshEntry } = createAnswers<Value>(
    subjectOf,
    lifetimes,
    now,
  );
  const absences = createAbsences(missing, name, lifetimes.keepMs, now);
  /** How many requests wait for each key's load; tells a shared load from an old value. */
  const loading = new Map<string, number>();

  const keptEntry = (key: string) =>
    bento.get<Entry<Value> | undefined>({ key, grace: lifetimes.keepMs });

  const freshAbsence = async (key: string): Promise<{ absentSince: number } | undefined> => {
    const absentSince = await absences.since(key);
    return absentSince !== undefined && isFreshAbsence(absentSince) ? { absentSince } : undefined;
  };

  const kept = async (key: string): Promise<Answer<Value>> => {
    const absence = await freshAbsence(key);
    if (absence !== undefined) return absent(key, absence.absentSince, true);
    const entry = await keptEntry(key);
    if (entry === undefined || !isFreshEntry(entry)) throw new NotKept();
    return answer(key, entry, true);
  };

  /** Keys that are loaded while nobody waits. */
  const behind = new Set<string>();

  const isNearlyOver = ({ fetchedAt, freshMs, loadMs = 0 }: Entry<Value>) =>
    now() - loadMs * EARLINESS * Math.log(random()) >= fetchedAt + freshMs;

  const refreshBehind = (key: string, load: Load<Value>) => {
    if (behind.has(key) || failures.recall(key) !== undefined) return;
    behind.add(key);
    // What goes wrong is remembered, and told to the next who has to wait.
    find(key, load, { refresh: true, insist: false })
      .catch(() => undefined)
      .finally(() => behind.delete(key));
  };

  const find = async (
    key: string,
    load: Load<Value>,
    { refresh = false, insist = refresh, doubted = false, alone = false, patience }: FindOptions,
    loadBehind?: Load<Value>,
  ): Promise<Answer<Value>> => {
    const known = refresh ? undefined : await absences.since(key);
    if (known !== undefined && isFreshAbsence(known)) return absent(key, known, true);
    const started = now();
    const joins = loading.has(key);
    let asked = false;
    let absentSince: number | undefined;
    let failure: Error | undefined;
    const isCached = (fetchedAt: number) => fetchedAt < started || !(asked || joins);

    const ask = async (previous: Value | undefined) => {
      loading.set(key, (loading.get(key) ?? 0) + 1);
      try {
        return await load(previous);
      } finally {
        const others = (loading.get(key) ?? 1) - 1;
        if (others > 0) loading.set(key, others);
        else loading.delete(key);
      }
    };

    const loadHere = async (previous: Value | undefined): Promise<Outcome<Value>> => {
      const began = now();
      const loaded = await ask(previous);
      if (loaded === null) {
        if (previous !== undefined) {
          await absences.confirm(key, doubted);
          await bento.delete({ key });
        }
        const since = await absences.note(key);
        failures.forget(key);
        if (previous !== undefined) onChange(subjectOf(key));
        return { absentSince: since };
      }
      failures.forget(key);
      const wasAbsent = await absences.forget(key);
      if (refresh || wasAbsent) onChange(subjectOf(key));
      const freshMs = Math.min(loaded.freshMs ?? lifetimes.freshMs, lifetimes.freshMs);
      const loadMs = Math.max(0, now() - began);
      return { entry: { value: loaded.value, fetchedAt: now(), freshMs, loadMs } };
    };

    /** What another process has brought meanwhile. */
    const look = async (): Promise<Outcome<Value> | undefined> => {
      if (insist) return undefined;
      const entry = await keptEntry(key);
      if (entry !== undefined && isFreshEntry(entry)) return { entry };
      return freshAbsence(key);
    };

    const factory = async (context: FactoryContext<Entry<Value>>) => {
      const remembered = failures.recall(key, refresh);
      if (remembered !== undefined) throw remembered;
      // Somebody who held the lock before may have been told so.
      let outcome: Outcome<Value> | undefined = refresh ? undefined : await freshAbsence(key);
      if (outcome === undefined) {
        // Whoever loads it, this request has to wait for it.
        asked = true;
        const previous = context.gracedEntry?.value ?? (refresh ? await keptEntry(key) : undefined);
        const load = () => loadHere(previous?.value);
        outcome = await (leases === undefined || alone
          ? load()
          : leases.once(subjectOf(key), { load, look, waitMs: ELSEWHERE_MS, insist }));
      }
      if ("absentSince" in outcome) {
        absentSince = outcome.absentSince;
        return context.skip();
      }
      const { entry } = outcome;
      context.setTtl(Math.max(1, entry.fetchedAt + entry.freshMs - now()));
      return entry;
    };

    const rememberingFailures = async (context: FactoryContext<Entry<Value>>) => {
      try {
        return await factory(context);
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        if (failures.recall(key) !== failure) {
          failures.remember(key, failure, wantedWaitMs(failure));
        }
        throw error;
      }
    };

    const waitMs = Math.max(
      SHORTEST_WAIT_MS,
      Math.min(STALE_WAIT_MS, patience?.remainingMs() ?? STALE_WAIT_MS),
    );
    const loadAnswer = async (): Promise<Answer<Value>> => {
      try {
        const entry = await bento.getOrSet({
          key,
          forceFresh: refresh,
          timeout: waitMs,
          factory: rememberingFailures,
        });
        if (entry !== undefined) {
          // The clock was set back since it was fetched: the store takes it for fresh, but it is not.
          if (!refresh && entry.fetchedAt > now() && !isFreshEntry(entry)) {
            const anew = { refresh: true, alone: true, doubted };
            return await find(key, load, patience === undefined ? anew : { ...anew, patience });
          }
          const cached = isCached(entry.fetchedAt);
          if (cached && loadBehind && isNearlyOver(entry)) refreshBehind(key, loadBehind);
          return answer(key, entry, cached, failure);
        }
      } catch (error) {
        const cause = failure ?? (error instanceof Error ? error : new Error(String(error)));
        const kept = await keptEntry(key);
        if (kept !== undefined) return answer(key, kept, true, cause);
        if (known !== undefined) return absent(key, known, true, cause);
        throw cause;
      }
      const since = absentSince ?? now();
      return absent(key, since, isCached(since));
    };
    // An absence that is past its time is what could be served, so it is not waited for longer.
    return known === undefined
      ? loadAnswer()
      : within(waitMs, loadAnswer(), () => absent(key, known, true));
  };

  return {
    get: (key, load, options = {}, loadBehind) =>
      options.onlyKept === true ? kept(key) : find(key, load, options, loadBehind),
    async put(key, value) {
      const freshMs = lifetimes.freshMs;
      const before = await keptEntry(key);
      await bento.set({ key, value: { value, fetchedAt: now(), freshMs } });
      const wasAbsent = await absences.forget(key);
      const differs = before !== undefined && !isDeepStrictEqual(before.value, value);
      if (differs || wasAbsent) onChange(subjectOf(key));
    },
    async peek(key) {
      const entry = await keptEntry(key);
      return entry === undefined ? undefined : answer(key, entry, true);
    },
    async delete(key) {
      await bento.delete({ key });
      onChange(subjectOf(key));
    },
  };
}

/** The part of bentocache's factory context that is used. */
interface FactoryContext<Entry> {
  skip(): undefined;
  setTtl(ttl: number): void;
  gracedEntry?: { value: Entry } | undefined;
}
