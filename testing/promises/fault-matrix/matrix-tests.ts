import { rm } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { profileBody } from "../../../lib/contract/profile.ts";
import type { TestReply } from "../../world.ts";
import { openCellWorld, type Observed } from "./cell.ts";
import { expectOutcome } from "./check.ts";
import { createTestClock, startRunningClock, type TestClock } from "./clock.ts";
import { outcomesOf, readingOf, wordOf, type Dependency, type Probe } from "./dependency.ts";
import { FAULTS } from "./faults.ts";
import { PAST_FRESHNESS_MS, runMatrix, type CellRecord, type Moment } from "./run.ts";
import { createSignIn, openBadUrls, type Surroundings } from "./surroundings.ts";

const RUN_MS = 600_000;

/** One test for each dependency, fault and moment of a matrix, which is run once before all tests. */
export function testMatrix(dependencies: readonly Dependency[]): void {
  let clock: TestClock;
  let running: ReturnType<typeof startRunningClock>;
  let surroundings: Surroundings;
  let records: CellRecord[];
  const truths = new Map<Dependency, Map<Probe, TestReply>>();
  let startedAt: number;

  const truthOf = (dependency: Dependency, probe: Probe): TestReply => {
    const truth = truths.get(dependency)?.get(probe);
    if (truth === undefined) throw new Error(`${probe.target} was not requested without a fault`);
    return truth;
  };

  beforeAll(async () => {
    clock = createTestClock();
    running = startRunningClock();
    surroundings = { urls: await openBadUrls(), signIn: await createSignIn(), clock: running };
    startedAt = Date.now();
    for (const dependency of dependencies) {
      truths.set(dependency, await requestWithoutFault(dependency, surroundings));
    }
    records = await runMatrix(dependencies, clock, surroundings, ({ dependency }, observed) =>
      observed.every((one) => isTruth(one, truthOf(dependency, one.probe))),
    );
  }, RUN_MS);

  afterAll(async () => {
    running.end();
    clock.restore();
    await surroundings.urls.close();
    await rm(surroundings.signIn, { recursive: true, force: true });
  });

  const check = async (record: CellRecord, moment: Moment) => {
    const { dependency, fault, seen } = record;
    const observed = seen[moment];
    expect(observed).toBeDefined();
    for (const { probe, replies, endedAt, hasStalled } of observed ?? []) {
      const outcomes = outcomesOf(dependency, probe, fault);
      const outcome = moment === "twice" ? (outcomes?.twice ?? outcomes?.warm) : outcomes?.[moment];
      if (outcome === undefined) throw new Error(`no outcome for ${probe.name}`);
      for (const reply of replies) {
        // After too long a wait, the response is the cached data, whatever the new data will be.
        const isSlow = fault.slow === true || hasStalled;
        const isLate = isSlow && reply.headers["x-cache"] === "STALE";
        const isPartly = wordOf(outcome) === "partly stale";
        await expectOutcome(reply, isLate && !isPartly ? "stale" : outcome, {
          truth: truthOf(dependency, probe),
          target: probe.target,
          mayLackWarning: isLate,
          fetched: [startedAt, endedAt - PAST_FRESHNESS_MS],
          leastRetryAfter: fault.name === "429 with Retry-After" ? 10 : 1,
        });
      }
    }
  };

  describe.each(dependencies.map((dependency) => [dependency.name, dependency] as const))(
    "%s",
    (_, dependency) => {
      const faults = FAULTS.filter(({ name }) => readingOf(dependency, name) !== null);
      describe.each(faults.map(({ name }) => name))("%s", (name) => {
        const record = (): CellRecord => {
          const found = records.find(
            (one) => one.dependency === dependency && one.fault.name === name,
          );
          if (found === undefined) throw new Error(`${dependency.name} was not run with ${name}`);
          return found;
        };
        const moments: Moment[] =
          readingOf(dependency, name) === "negative" ? ["cold", "warm", "twice"] : ["cold", "warm"];

        it.each(moments)("%s", async (moment) => check(record(), moment));

        it("causes no more calls than allowed", () => {
          const { calls, fault, seen } = record();
          const hasStalled = Object.values(seen).some((all) => all.some((one) => one.hasStalled));
          // A call that takes longer than a failure is remembered is repeated.
          const most = dependency.calls * (fault.retried || fault.slow || hasStalled ? 2 : 1);
          for (const count of Object.values(calls)) expect(count).toBeLessThanOrEqual(most);
        });

        it("recovers when it ends", () => {
          const { recovered } = record();
          for (const looks of Object.values(recovered)) {
            for (const { probe, replies } of looks.at(-1) ?? []) {
              const truth = truthOf(dependency, probe);
              for (const reply of replies) expect(comparableOf(reply)).toEqual(comparableOf(truth));
            }
            const all = looks.flat().flatMap(({ replies }) => replies);
            expect(all.map(({ status }) => status)).not.toContain(404);
          }
        });
      });
    },
  );
}

async function requestWithoutFault(
  dependency: Dependency,
  surroundings: Surroundings,
): Promise<Map<Probe, TestReply>> {
  const world = await openCellWorld(dependency, undefined, 0, surroundings);
  const { observed } = await world.request({ twice: false });
  await world.close();
  const truths = new Map<Probe, TestReply>();
  for (const { probe, replies } of observed) {
    const [reply] = replies;
    expect([probe.target, reply?.status]).toEqual([probe.target, 200]);
    if (reply !== undefined) truths.set(probe, reply);
  }
  return truths;
}

function isTruth({ replies }: Observed, truth: TestReply): boolean {
  return replies.every((reply) => isDeepStrictEqual(comparableOf(reply), comparableOf(truth)));
}

const comparables = new WeakMap<TestReply, ReturnType<typeof compare>>();

/** The parts that are the same in every correct response. */
function comparableOf(reply: TestReply) {
  const comparable = comparables.get(reply) ?? compare(reply);
  comparables.set(reply, comparable);
  return comparable;
}

function compare(reply: TestReply) {
  const { status, headers } = reply;
  const isFresh = headers["x-cache"] !== "STALE";
  if (!headers["content-type"]?.startsWith("application/json")) {
    const bytes = Buffer.from(reply.bytes).toString("base64");
    return { status, isFresh, source: headers["x-texture-source"], bytes };
  }
  if (status !== 200) return { status };
  const { java, bedrock, stale, warnings } = profileBody.parse(reply.json());
  return { status, isFresh, java, bedrock, stale, warnings };
}
