import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { ALLOWANCES } from "../../../lib/providers/providers.ts";
import type { Guard } from "../../../lib/providers/provider.ts";
import { createTestClock, type TestClock } from "../../test-clock.ts";
import { requestTo, createTestWorld, type TestWorld } from "../../world.ts";

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
const PLAYERS_EACH = 50;

/** So much time of the services passes with each look at what came over HTTP. */
const TICK_MS = 5;

let world: TestWorld | undefined;

afterEach(() => world?.close());

/** Lets time pass until something has happened. */
async function passUntil<Result>(clock: TestClock, happens: Promise<Result>): Promise<Result> {
  let isOver = false;
  const over = () => void (isOver = true);
  happens.then(over, over);
  while (!isOver) {
    clock.advance(TICK_MS);
    await sleep(1);
  }
  return happens;
}

it("two services with one store keep within one budget under any requests", async () => {
  const clock = createTestClock({ startedAt: Date.now() });
  world = await createTestWorld();
  const { another, sandbox } = world;
  const calls: { call: string; atMs: number }[] = [];
  /** Inside the rate limit, so that it sees each call when its token was taken. */
  const note: Guard = ({ provider, operation }, send) => {
    calls.push({ call: `${provider} ${operation}`, atMs: clock.monotonic() });
    return send();
  };
  const open = () =>
    another({ UPSTREAM_RATE_FACTOR: "1" }, { guards: [note], clock, bucketClock: clock.now });
  let first = open();
  const second = open();
  let number = 0;
  for (const [round, pause] of PAUSES.entries()) {
    if (round === 1) sandbox.control.fault({ route: "mojang-api.*", fault: FAULT });
    if (round === 3) sandbox.control.clearFaults();
    if (round === 4) {
      await passUntil(clock, first.close());
      first = open();
    }
    const services = [first, second];
    const requests = Array.from({ length: PLAYERS_EACH }, (_, index) => {
      number += 1;
      const client = `198.51.100.${index}`;
      return requestTo(services[index % 2] ?? second, `/api?username=Extra_${number}`, {
        client,
      });
    });
    const replies = await passUntil(clock, Promise.all(requests));
    // A player whose lookup failed is never reported as unknown.
    expect(new Set(replies.map((reply) => reply.status))).not.toContain(404);
    await clock.pass(pause * 1_000);
  }
  await passUntil(clock, Promise.all([first.close(), second.close()]));
  for (const [name, pattern, allowance] of BUCKETS) {
    const sent = calls.filter((one) => pattern.test(one.call));
    const excess = excessOf(
      sent.map(({ atMs }) => atMs),
      allowance,
    );
    expect([name, sent.length > 0, Math.max(0, excess)]).toEqual([name, true, 0]);
  }
});

/** How many calls more than rate · W + burst were sent in the worst window. */
function excessOf(times: readonly number[], { rate, burst }: { rate: number; burst: number }) {
  const sorted = times.toSorted((one, other) => one - other);
  let excess = Number.NEGATIVE_INFINITY;
  for (const [first, from] of sorted.entries()) {
    for (const [last, to] of sorted.entries()) {
      if (last < first) continue;
      // A call begins a few ticks after its token was taken, some later than others.
      const seconds = (to - from + 10 * TICK_MS) / 1_000;
      excess = Math.max(excess, last - first + 1 - rate * seconds - burst);
    }
  }
  return excess;
}
