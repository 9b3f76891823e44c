import { describe, expect, it } from "vitest";
import { createTestClock, type TestClock } from "../../../testing/test-clock.ts";
import { createBreakers } from "./breaker.ts";
import { createTestCall, failed } from "./guarded.fixture.ts";

/** A request of a client. */
interface Request {
  at: number;
  client: string;
  about: string;
  /** One of those that the provider has to serve. */
  isVisitor?: boolean;
}

/** How long a call takes, and whether it succeeds. */
type Fate = (request: Request, clock: TestClock) => [ms: number, succeeds: boolean];

/** Numbers from 0 up to 1, the same one for the same number (mulberry32). */
function noise(number: number): number {
  let mixed = Math.imul(number + 1, 0x6d2b79f5);
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Requests from a second up to another, so many milliseconds apart, more or less. */
function every(
  ms: number,
  [from, to]: [number, number],
  make: (number: number) => Omit<Request, "at">,
): Request[] {
  return Array.from({ length: Math.floor(((to - from) * 1_000) / ms) }, (_, number) => ({
    at: from * 1_000 + number * ms + noise(number + ms) * Math.min(ms, 900),
    ...make(number),
  }));
}

/** Plays requests through a breaker; gives when calls were sent, to whom, and when it opened and closed. */
async function play(requests: Request[], fate: Fate, seconds: number) {
  const clock = createTestClock();
  const changes: { at: number; state: string }[] = [];
  const sent: Request[] = [];
  const served: { at: number; request: Request }[] = [];
  const breakers = createBreakers({
    clock,
    onChange: ({ state }) => changes.push({ at: clock.monotonic(), state }),
  });
  for (const request of requests) {
    const { at, client, about } = request;
    clock.after(at, () => {
      const call = createTestCall(clock, { client, about });
      const send = () =>
        new Promise<string>((resolve, reject) => {
          sent.push(request);
          const [ms, succeeds] = fate(request, clock);
          clock.after(ms, () =>
            succeeds ? resolve("value") : reject(failed("timeout", { about })),
          );
        });
      breakers.guard(call, send).then(
        () => served.push({ at: clock.monotonic(), request }),
        () => undefined,
      );
    });
  }
  await clock.pass(seconds * 1_000);
  return { sent, served, changes };
}

const RUN: [number, number] = [0, 600];
const visitors = (ms: number) =>
  every(ms, RUN, (number) => ({
    client: `visitor ${number}`,
    about: `player ${number}`,
    isVisitor: true,
  }));
/** Others with identifiers that nobody asked for before. */
const others = (ms: number, networks: number) =>
  every(ms, RUN, (number) => ({
    client: `other ${number % networks}`,
    about: `odd ${number}`,
  }));
/** Eight identifiers of one client, again and again. */
const sameEight = every(20_000, RUN, () => ({ client: "other", about: "" })).flatMap(
  ({ at, client }) =>
    Array.from({ length: 8 }, (_, number) => ({ at: at + number, client, about: `odd ${number}` })),
);
const isOdd = ({ about }: Request) => about.startsWith("odd");
const oddFail: Fate = (request) => [150, !isOdd(request)];
const oddHang: Fate = (request) => (isOdd(request) ? [4_000, false] : [150, true]);
/** Always for the same half of the players. */
const isOfHalf = ({ about }: Request) => noise(Number(about.split(" ")[1]) + 7) < 0.5;
const halfFail: Fate = (request) => [150, !isOfHalf(request)];
const halfHang: Fate = (request) => (isOfHalf(request) ? [4_000, false] : [150, true]);

describe("one client, or many, cannot stop a provider for others", () => {
  it.each<[string, Request[], Fate]>([
    ["half of the players hang", visitors(333), halfHang],
    ["half of the players fail at once", visitors(333), halfFail],
    ["the same eight fail every 20 s", [...visitors(1_000), ...sameEight], oddFail],
    ["the same, and few visitors", [...visitors(10_000), ...sameEight], oddFail],
    ["five new ones fail each second", [...visitors(1_000), ...others(200, 1)], oddFail],
    ["five new ones hang each second", [...visitors(1_000), ...others(200, 1)], oddHang],
    ["five of eight networks", [...visitors(1_000), ...others(200, 8)], oddFail],
    ["twenty of forty networks", [...visitors(1_000), ...others(50, 40)], oddFail],
    ["one each second, and few visitors", [...visitors(10_000), ...others(1_000, 1)], oddFail],
    ["five each second, and few visitors", [...visitors(10_000), ...others(200, 1)], oddFail],
    ["five of eight networks, and few", [...visitors(5_000), ...others(200, 8)], oddFail],
  ])("%s", async (_, requests, fate) => {
    const { served } = await play(requests, fate, 610);
    const healthy = requests.filter((one) => one.isVisitor && fate(one, createTestClock())[1]);
    const visited = served.filter(({ request }) => request.isVisitor);
    expect(visited.length / healthy.length).toBeGreaterThan(0.92);
  });
});

describe("a real outage", () => {
  const [DOWN, UP] = [30_000, 330_000];
  const outage =
    (ms: number): Fate =>
    (_, clock) =>
      clock.monotonic() >= DOWN && clock.monotonic() < UP ? [ms, false] : [150, true];

  it.each([
    [1, 2_000, 4_000],
    [1, 100, 4_000],
    [2, 1_000, 4_000],
    [5, 400, 4_000],
    [50, 333, 4_000],
    [50, 50, 4_000],
    [50, 50, 100],
  ])(
    "of a provider that %i clients ask every %i ms, and that fails after %i ms",
    async (...its) => {
      const [number, ms, failsAfter] = its;
      const requests = every(ms, RUN, (at) => ({
        client: `${at % number}`,
        about: `player ${at}`,
      }));
      const { sent, served, changes } = await play(requests, outage(failsAfter), 610);
      const opened = changes[0]?.at ?? Infinity;
      const wasted = sent.filter(({ at }) => at >= DOWN && at < opened);
      // Whichever comes first.
      if (wasted.length > 8) expect(opened - DOWN).toBeLessThanOrEqual(10_000);
      const probes = sent.filter(({ at }) => at >= opened && at < UP).map(({ at }) => at);
      const inMinute = (from: number) => probes.filter((at) => at >= from && at < from + 60_000);
      expect(Math.max(...probes.map((at) => inMinute(at).length))).toBeLessThanOrEqual(8);
      const back = served.find(({ at }) => at > UP)?.at ?? Infinity;
      expect(back - UP).toBeLessThan(20_000);
      expect(changes.map(({ state }) => state)).toEqual(["open", "closed"]);
    },
  );
});
