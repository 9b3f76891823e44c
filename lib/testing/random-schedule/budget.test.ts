import { afterEach, expect, it } from "vitest";
import { ALLOWANCES } from "../../providers/providers.ts";
import type { Guard } from "../../providers/provider.ts";
import { createTestClock, type TestClock } from "../fault-matrix/clock.ts";
import { requestTo, createTestWorld, type TestWorld } from "../world.ts";

/** Rates at the ceiling, which they may reach but never exceed. */
const allowanceOf = (...names: string[]) => {
  const all = names.flatMap((name) => ALLOWANCES[name] ?? []);
  return {
    rate: all.reduce((sum, { rate, ceiling = rate }) => sum + ceiling, 0),
    burst: all.reduce((sum, { burst }) => sum + burst, 0),
  };
};

/** The calls that share a token bucket. */
const BUCKETS: [string, RegExp, { rate: number; burst: number }][] = [
  [
    "names of both hosts",
    /^(minecraftservices|mojang-legacy) /,
    allowanceOf("minecraftservices", "mojang-legacy"),
  ],
  ["sessions", /^mojang-session /, allowanceOf("mojang-session")],
  ["all calls of Geyser", /^geyser /, allowanceOf("geyser")],
];

/** Seconds between rounds of requests: none, a few, enough to refill tokens. */
const PAUSES = [0, 5, 0, 60, 0];
const FAULT = { kind: "status", status: 500 } as const;
const PLAYERS_EACH = 60;

let clock: TestClock | undefined;
let world: TestWorld | undefined;

afterEach(async () => {
  await world?.close();
  clock?.restore();
});

it.each<[string, [string, string]]>([
  ["within one budget when they call from one address", ["a", "a"]],
  ["each within a budget of its own when they do not", ["a", "b"]],
])(
  "two services with one store keep %s under any requests",
  async (_, egresses) => {
    clock = createTestClock();
    world = await createTestWorld();
    const { another, sandbox } = world;
    const calls: { egress: string; call: string; atMs: number }[] = [];
    /** Inside the rate limit, so that it sees each call when its token was taken. */
    const noteFor =
      (egress: string): Guard =>
      ({ provider, operation }, send) => {
        calls.push({ egress, call: `${provider} ${operation}`, atMs: performance.now() });
        return send();
      };
    const open = (egress: string) =>
      another({ UPSTREAM_RATE_FACTOR: "1", EGRESS_NAME: egress }, { guards: [noteFor(egress)] });
    let first = open(egresses[0]);
    const second = open(egresses[1]);
    let number = 0;
    for (const [round, pause] of PAUSES.entries()) {
      if (round === 1) sandbox.control.fault({ route: "mojang-api.*", fault: FAULT });
      if (round === 3) sandbox.control.clearFaults();
      if (round === 4) {
        await first.close();
        first = open(egresses[0]);
      }
      const services = [first, second];
      const requests = Array.from({ length: PLAYERS_EACH }, (_, index) => {
        number += 1;
        const client = `198.51.100.${index}`;
        return requestTo(services[index % 2] ?? second, `/api?username=Extra_${number}`, {
          client,
        });
      });
      const replies = await Promise.all(requests);
      // A player whose lookup failed is never reported as unknown.
      expect(new Set(replies.map((reply) => reply.status))).not.toContain(404);
      clock.advance(pause * 1_000);
    }
    await Promise.all([first.close(), second.close()]);
    for (const egress of new Set(egresses)) {
      for (const [name, pattern, allowance] of BUCKETS) {
        const its = calls.filter((one) => one.egress === egress && pattern.test(one.call));
        const excess = excessOf(
          its.map(({ atMs }) => atMs),
          allowance,
        );
        expect([egress, name, its.length > 0]).toEqual([egress, name, true]);
        expect([egress, name, Math.max(0, excess)]).toEqual([egress, name, 0]);
      }
    }
  },
  120_000,
);

/** How many calls more than rate · W + burst were sent in the worst window. */
function excessOf(times: readonly number[], { rate, burst }: { rate: number; burst: number }) {
  const sorted = times.toSorted((one, other) => one - other);
  let excess = Number.NEGATIVE_INFINITY;
  for (const [first, from] of sorted.entries()) {
    for (const [last, to] of sorted.entries()) {
      if (last < first) continue;
      // A call begins a moment after its token was taken, some later than others.
      const seconds = (to - from + 250) / 1_000;
      excess = Math.max(excess, last - first + 1 - rate * seconds - burst);
    }
  }
  return excess;
}
