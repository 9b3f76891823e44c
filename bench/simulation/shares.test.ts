import { describe, expect, it } from "vitest";
import { sleep } from "../../lib/time/clock.ts";
import { profileBody } from "../../lib/contract/profile.ts";
import { partsOf } from "../../lib/process/memory.ts";
import { createServices } from "../../lib/services.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { requestTo } from "../../testing/world.ts";
import { createProviders } from "./providers.ts";
import { scenarioOf } from "./scenario.ts";
import { PROVIDERS } from "./simulate.ts";
import { createSharedStores } from "./store.ts";
import { seededRandom } from "./traffic.ts";

const SECONDS = 48;
const LATENCY_MS = 100;

/** The real service at the providers' real rates, with an empty store, on a virtual clock. */
function openService(environment: Record<string, string>) {
  const clock = createTestClock();
  const random = seededRandom(1);
  const sampling = { hours: 1, acceleration: 1, slice: 1 };
  const { stores } = createSharedStores(scenarioOf({ requests: 1e4 }), sampling, clock);
  const calls = new Map<string, number>();
  const onCall = (provider: string) => calls.set(provider, (calls.get(provider) ?? 0) + 1);
  const services = createServices(
    { ...PROVIDERS, ...environment },
    {
      guards: [createProviders({ latencyMs: LATENCY_MS, isBedrock: () => true, onCall, clock })],
      clock,
      random,
      stores,
      memory: partsOf(256 * 1024 * 1024),
    },
  );
  const request = (client: string, target: string) => requestTo(services, target, { client });
  return { clock, calls, random, request };
}

type Service = ReturnType<typeof openService>;
/** Goes on while the others are there. */
type Attack = (service: Service) => void;

/** Sends so many requests a second, each from the next of the addresses. */
const flood =
  (perSecond: number, addresses: (at: number) => string, target: (at: number) => string): Attack =>
  ({ clock, request }) => {
    for (let at = 0; at < perSecond * SECONDS; at += 1) {
      clock.after((at * 1_000) / perSecond, () => void request(addresses(at), target(at)));
    }
  };

/** Sends on so many connections, each request as soon as the one before has its response. */
const oneAfterAnother =
  (
    connections: number,
    addresses: (at: number) => string,
    target: (at: number) => string,
  ): Attack =>
  ({ clock, request }) => {
    let sent = 0;
    const connection = async (address: string) => {
      while (clock.monotonic() < SECONDS * 1_000) {
        sent += 1;
        await request(address, target(sent));
        await sleep(clock, 10);
      }
    };
    for (let at = 0; at < connections; at += 1) void connection(addresses(at));
  };

/** Visitors come one after another, each from a network of its own, for a player who is new. Gives their replies. */
async function visit(service: Service, everySeconds: number, query: string) {
  const { clock, random, request } = service;
  const first = 2_000 + random() * 1_000;
  const replies: Promise<Awaited<ReturnType<typeof request>>>[] = [];
  for (let atMs = first; atMs < SECONDS * 1_000; atMs += everySeconds * 1_000) {
    const number = replies.length + 1;
    const target = `/api?username=Extra_${number}${query}`;
    await clock.pass(atMs + 200 * random() - clock.monotonic());
    replies.push(request(`198.51.100.${number}`, target));
  }
  await clock.pass(10_000);
  return Promise.all(replies);
}

const ONE = () => "203.0.113.1";
const of48 = (at: number) => `2001:db8:1:${(at % 2_000).toString(16)}::1`;
const ofIpv4 = (at: number) => `203.0.113.${at % 40}`;
/** Names that take a call each, and names that take a tenth of one. */
const unusual = (at: number) => `/api?username=a-${at}&type=java`;
const ordinary = (at: number) => `/api?username=nobody_${at}&type=java`;
const gamertag = (at: number) => `/api?username=Nobody%20${at}&type=bedrock`;

describe("new players by name, one a second, each from a network of its own, are found", () => {
  it.each<[string, Attack, share: number]>([
    ["while nobody else is there", () => undefined, 1],
    ["with 20 unusual names a second of one client", flood(20, ONE, unusual), 1],
    ["with unusual names of one connection", oneAfterAnother(1, ONE, unusual), 1],
    ["with 60 ordinary names a second of 2,000 /64 of a /48", flood(60, of48, ordinary), 1],
    ["with 40 unusual names a second of 40 /64 of a /48", flood(40, of48, unusual), 1],
    ["with 40 unusual names a second of 40 IPv4 addresses", flood(40, ofIpv4, unusual), 0.92],
  ])("%s", async (_, attack, share) => {
    const service = openService({ PLAYERDB_URL: "off" });
    attack(service);
    const replies = await visit(service, 1, "&type=java");
    const found = replies.filter(({ status }) => status === 200).length;
    expect(found / replies.length).toBeGreaterThanOrEqual(share);
  });
});

describe("new players of both editions, one every three seconds, have both", () => {
  it.each<[string, Attack, share: number]>([
    ["while nobody else is there", () => undefined, 1],
    [
      "with unknown gamertags on 30 connections of one client",
      oneAfterAnother(30, ONE, gamertag),
      0.92,
    ],
    [
      "with unknown gamertags from 8 /64 of a /48",
      oneAfterAnother(30, (at) => of48(at % 8), gamertag),
      0.92,
    ],
  ])("%s", async (_, attack, share) => {
    const service = openService({});
    attack(service);
    const replies = await visit(service, 3, "");
    const whole = replies.filter(({ status, json }) => {
      const { bedrock, warnings } = profileBody.parse(json());
      return status === 200 && bedrock?.skin_texture && warnings === undefined;
    }).length;
    expect(whole / replies.length).toBeGreaterThanOrEqual(share);
  });
});
