import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestWorld, type TestWorld } from "../testing/world.ts";
import { saysOnlyIfCached } from "./caching.ts";

let world: TestWorld;

beforeAll(async () => {
  world = await createTestWorld();
});

afterAll(() => world.close());

afterEach(() => world.sandbox.control.reset());

const requestCached = (query: string) => world.request(`/api?${query}`, { onlyIfCached: true });

/** Sends `only-if-cached` and checks that no provider got a request. */
async function requestWithoutCalls(query: string) {
  world.sandbox.control.clearCalls();
  const reply = await requestCached(query);
  expect(world.sandbox.control.calls().total).toBe(0);
  return reply;
}

it("answers 204 without a body, not cacheable, when nothing is cached", async () => {
  for (const query of ["username=WrenOfTheWest", "username=2761708961228418"]) {
    const { status, headers, bytes } = await requestWithoutCalls(query);
    expect([status, headers["cache-control"], bytes.length]).toEqual([204, "no-store", 0]);
  }
});

it.each(["Tinker_Tess", "Mossy+Minnow", "PebblePenny", "Captain_Cobble"])(
  "answers like any other request when %s is cached in both editions",
  async (name) => {
    expect((await world.request(`/api?username=${name}`)).status).toBe(200);
    const known = await world.request(`/api?username=${name}`);
    const kept = await requestWithoutCalls(`username=${name}`);
    expect([kept.status, kept.json()]).toEqual([200, known.json()]);
    expect(kept.headers["x-cache"]).toBe("HIT");
  },
);

it("answers 404 from a negative entry", async () => {
  expect((await world.request("/api?username=Nobody_Here")).status).toBe(404);
  expect((await requestWithoutCalls("username=Nobody_Here")).status).toBe(404);
});

it("answers 204 while one of the two editions is not cached", async () => {
  expect((await world.request("/api?username=CopperKettle&type=java")).status).toBe(200);
  expect((await requestWithoutCalls("username=CopperKettle")).status).toBe(204);
  expect((await requestWithoutCalls("username=CopperKettle&type=java")).status).toBe(200);
});

it("does not repeat a failure that the next request may end", async () => {
  world.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
  expect((await world.request("/api?username=QuietQuill")).status).toBe(502);
  expect((await requestWithoutCalls("username=QuietQuill")).status).toBe(204);
});

it("still answers 400 to a wrong parameter", async () => {
  expect((await requestWithoutCalls("username=not%2Fa%2Fname")).status).toBe(400);
});

it.each([
  ["only-if-cached", true],
  ["max-stale=5, Only-If-Cached", true],
  ["no-cache", false],
  ["x-only-if-cached", false],
  [undefined, false],
])("reads %j", (header, says) => {
  expect(saysOnlyIfCached(header)).toBe(says);
});
