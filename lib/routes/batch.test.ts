import { describe, expect, it } from "vitest";
import { batchBody } from "../contract/profile.ts";
import { MAX_BATCH } from "../contract/queries.ts";
import { openFront } from "../../testing/served.ts";
import { startLoopTime } from "../../testing/loop-time.ts";
import {
  LOU,
  LOU_XUID,
  withStoppedClock,
  withWorld,
  type RequestOptions,
  type TestWorld,
  useWorld,
} from "../../testing/world.ts";

const TESS = "Tinker_Tess";

async function batchOf(
  world: TestWorld,
  usernames: readonly string[],
  options: RequestOptions = {},
) {
  const query = new URLSearchParams({ usernames: usernames.join(",") });
  const reply = await world.request(`/api/batch?${query}`, options);
  expect(reply.status).toBe(200);
  const { results } = batchBody.parse(reply.json());
  return { ...reply, results };
}

/** Sends a list in the body, as it is or as JSON. */
const post = (world: TestWorld, body: unknown, query = "", options: RequestOptions = {}) =>
  world.request(`/api/batch${query}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...options,
  });

const atTheUsualRates = () => ({ UPSTREAM_RATE_FACTOR: "1" });

/** Players that the sandbox makes from their number. */
function crowd(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Extra_${index + 1}`);
}

describe("GET /api/batch", () => {
  const world = useWorld();

  it("returns for each player what /api returns, in the order of the list", async () => {
    const wanted = ["Nobody_Here", LOU, "a b!", ".Mossy_Minnow", "", LOU_XUID, TESS];
    await batchOf(world, wanted);
    const { results } = await batchOf(world, wanted);
    for (const [index, username] of wanted.entries()) {
      const single = await world.request(`/api?${new URLSearchParams({ username })}`);
      expect(results[index]).toEqual({ ...single.json(), username, status: single.status });
    }
    expect(results.map(({ status }) => status)).toEqual([404, 200, 400, 200, 400, 200, 200]);
  });

  it.each([
    `${LOU}\n${TESS}\n`,
    `\r\n${LOU}\r\n\r\n${TESS}`,
    `${LOU},\n${TESS},\n`,
    `\u{FEFF}${LOU}\u200B,\u2060${TESS}\t`,
    `[I;-541574585,-1678555499,-2081964605,1277753934],${TESS}`,
    `{${LOU}}\u2028urn:uuid:00000000-0000-0000-0009-cfc2799b6682`,
  ])("takes the list %j", async (usernames) => {
    const reply = await world.request(`/api/batch?${new URLSearchParams({ usernames })}`);
    const { results } = batchBody.parse(reply.json());
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    expect(results[0]).toMatchObject({ java: { username: "Lantern_Lou" } });
  });

  it("looks in one edition only, if that is requested", async () => {
    const reply = await world.request(`/api/batch?usernames=Lantern_Lou,${TESS}&type=bedrock`);
    const { results } = batchBody.parse(reply.json());
    expect(results.map((result) => "bedrock" in result)).toEqual([true, false]);
    expect(results.map(({ status }) => status)).toEqual([200, 404]);
    expect(results.some((result) => "java" in result)).toBe(false);
  });

  it.each([
    ["", 400, "MISSING_PARAMETER"],
    ["usernames=", 400, "MISSING_PARAMETER"],
    ["usernames=%20,,", 400, "MISSING_PARAMETER"],
    ["username=Lantern_Lou", 400, "MISSING_PARAMETER"],
    ["usernames=a&usernames=b", 400, "INVALID_PARAMETER"],
    ["usernames=Lantern_Lou&type=both", 400, "INVALID_PARAMETER"],
    [`usernames=${"a,".repeat(MAX_BATCH)}b`, 400, "INVALID_PARAMETER"],
    [`usernames=${"a".repeat(2_048)}`, 414, "URI_TOO_LONG"],
  ])("answers %j with %i %s", async (query, status, code) => {
    const reply = await world.request(`/api/batch?${query}`);
    expect([reply.status, reply.json()["code"]]).toEqual([status, code]);
  });

  it("answers HEAD, OPTIONS and other sites", async () => {
    const target = `/api/batch?usernames=${TESS}`;
    const head = await world.request(target, { method: "HEAD" });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers["access-control-allow-origin"]).toBe("*");
    expect((await world.request(target, { method: "OPTIONS" })).status).toBe(204);
    expect((await world.request(target, { method: "PUT" })).status).toBe(405);
  });

  it("takes 50 UUIDs with dashes", async () => {
    const uuid = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";
    const wanted = Array<string>(MAX_BATCH).fill(uuid);
    const { results } = await batchOf(world, wanted);
    expect(results.map(({ username }) => username)).toEqual(wanted);
    expect(results.every(({ status }) => status === 200)).toBe(true);
  });
});

describe("entries of a batch that look like something else", () => {
  const world = useWorld();
  const MINNOW = ".Mossy_Minnow";
  const dashed = LOU.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

  it.each([
    [`java:${LOU}`, LOU],
    [LOU, `java:${LOU}`],
    [`java:${LOU}`, dashed.toUpperCase()],
    [`bedrock:${LOU_XUID}`, LOU_XUID],
    [`name:${TESS.toLowerCase()}/tinker tess`, TESS],
    [TESS, `name:${TESS.toLowerCase()}/tinker tess`],
    [`impossible:${"0".repeat(32)}`, "0".repeat(32)],
    ["__proto__", "constructor", "toString", "hasOwnProperty"],
    [TESS.toUpperCase(), ` ${TESS} `, `${TESS}!`, TESS, `${TESS}!`],
    [MINNOW, "mossy minnow", "Mossy_Minnow ", "/mossy minnow", "x".repeat(1_000), "", "  "],
  ])("have each its own response: %j, %j", async (...wanted: string[]) => {
    for (const names of [wanted, wanted.toReversed()]) {
      const { results } = await batchOf(world, names);
      const singles = names.map((username) =>
        world.request(`/api?${new URLSearchParams({ username })}`),
      );
      const expected = (await Promise.all(singles)).map(({ status }) => status);
      expect(results.map(({ username, status }) => [username, status])).toEqual(
        names.map((username, index) => [username, expected[index]]),
      );
    }
  });
});

describe("what caches may do with a batch", () => {
  it("is as fresh as the result that expires first", () =>
    withStoppedClock(async (world) => {
      // A negative entry of a gamertag is fresh for ten minutes.
      await world.request(`/api?username=${TESS}`);
      const first = await batchOf(world, [TESS, "Lantern_Lou"]);
      const second = await batchOf(world, [TESS, "Lantern_Lou"]);
      expect([first, second].map(({ headers }) => headers["x-cache"])).toEqual(["MISS", "HIT"]);
      const kept = (await world.request("/api?username=Lantern_Lou")).headers["cache-control"];
      expect(kept).toMatch(/^public, max-age=1[12]\d\d, stale-while-revalidate=60/);
      expect((await batchOf(world, ["Lantern_Lou"])).headers["cache-control"]).toBe(kept);
      expect(second.headers["cache-control"]).toMatch(/^public, max-age=600, stale-w/);
      const ifNoneMatch = second.headers["etag"] ?? "";
      expect(first.headers["etag"]).toBe(ifNoneMatch);
      const target = `/api/batch?usernames=${TESS},Lantern_Lou`;
      expect((await world.request(target, { ifNoneMatch })).status).toBe(304);
      const unknown = await batchOf(world, [TESS, "Nobody_Here"]);
      expect(unknown.headers["cache-control"]).toMatch(/^public, max-age=600$/);
    }));

  it("is not cached when a result is a 502", () =>
    withWorld(async (world) => {
      await world.request(`/api?username=${TESS}`);
      world.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      const { results, headers } = await batchOf(world, [TESS, "QuietQuill"]);
      expect(results.map(({ status }) => status)).toEqual([200, 502]);
      expect(results[1]).toMatchObject({ success: false, code: "BAD_GATEWAY" });
      expect(headers["cache-control"]).toBe("no-store");
    }));

  it("queries no provider for only-if-cached", () =>
    withWorld(async (world) => {
      const request = () => world.request(`/api/batch?usernames=${TESS}`, { onlyIfCached: true });
      expect((await request()).status).toBe(204);
      expect(world.sandbox.control.count()).toBe(0);
      await world.request(`/api?username=${TESS}`);
      expect((await request()).status).toBe(200);
    }));
});

describe("what a batch costs the providers", () => {
  it("sends names together, and looks up duplicates once", () =>
    withWorld(async (world) => {
      const names = crowd(20);
      const twice = names.flatMap((name) => [name, name.toLowerCase()]);
      const reply = await world.request(`/api/batch?type=java&usernames=${twice.join(",")}`);
      const { results } = batchBody.parse(reply.json());
      expect(results.map(({ status }) => status)).toEqual(twice.map(() => 200));
      const { count } = world.sandbox.control;
      expect(count("mojang-session*")).toBe(20);
      expect(count() - count("mojang-session*")).toBeLessThanOrEqual(4);
    }));

  it("lets a single request of the same client go first, and refuses what it cannot serve", () =>
    withWorld(async (world) => {
      const [single = "", ...names] = crowd(MAX_BATCH + 1);
      const elapsed = startLoopTime();
      const together = batchOf(world, names);
      const alone = world.request(`/api?username=${single}&type=java`);
      expect((await alone).status).toBe(200);
      const { results } = await together;
      expect(elapsed()).toBeLessThan(4_500);
      const refused = results.filter(({ status }) => status === 502);
      expect(refused.length).toBeGreaterThan(0);
      expect(results.length - refused.length).toBeGreaterThan(0);
      expect(refused.every((result) => !result.success && result.code === "BAD_GATEWAY")).toBe(
        true,
      );
    }, atTheUsualRates));
});

it("counts each player as a lookup", () =>
  withWorld(async (world) => {
    await batchOf(world, ["Lantern_Lou", TESS]);
    await batchOf(world, [TESS, "Lantern_Lou", TESS]);
    const { recent, stats } = (await world.request("/api?recent=1")).json() as {
      recent: { username: string }[];
      stats: { lookups_total: number };
    };
    expect(recent.map(({ username }) => username).toSorted()).toEqual(["Lantern_Lou", TESS]);
    expect(stats.lookups_total).toBe(4);
  }));

describe("POST /api/batch", () => {
  const world = useWorld();

  it("returns what GET returns, and no cache keeps it", async () => {
    const wanted = [LOU, TESS, "Nobody_Here", "", "a,b"];
    const { results } = await batchOf(world, [LOU, TESS, "Nobody_Here", ""]);
    for (const body of [wanted, { usernames: wanted }]) {
      const reply = await post(world, body);
      expect(reply.status).toBe(200);
      expect(reply.headers["cache-control"]).toBe("no-store");
      const sent = batchBody.parse(reply.json()).results;
      const plain = (all: typeof sent) => all.map((one) => ({ ...one, cached: undefined }));
      expect(plain(sent.slice(0, 4))).toEqual(plain(results));
      expect(sent[4]).toMatchObject({ username: "a,b", code: "INVALID_PARAMETER" });
    }
  });

  it("takes a type in the URL or in the body, which counts for more", async () => {
    const editionsOf = async (body: unknown, query: string) => {
      const [result] = batchBody.parse((await post(world, body, query)).json()).results;
      return ["java", "bedrock"].filter((edition) => edition in (result ?? {}));
    };
    expect(await editionsOf([LOU], "")).toEqual(["java", "bedrock"]);
    expect(await editionsOf([LOU], "?type=java")).toEqual(["java"]);
    expect(await editionsOf({ usernames: [LOU], type: "bedrock" }, "?type=java")).toEqual([
      "bedrock",
    ]);
    expect(await editionsOf("", `?usernames=${LOU}&type=java`)).toEqual(["java"]);
  });

  it("takes 50 of the longest names, which no URL could hold", async () => {
    const names = Array.from({ length: MAX_BATCH }, (_, at) => `${at}`.padStart(16, "Ж"));
    const escaped = JSON.stringify(names).replaceAll("Ж", "\\u0416");
    for (const body of [names, escaped]) {
      const reply = await post(world, body, "?type=java");
      expect(batchBody.parse(reply.json()).results.map(({ username }) => username)).toEqual(names);
    }
  });

  it.each([
    ["nothing", "", "MISSING_PARAMETER"],
    ["an empty list", "[]", "MISSING_PARAMETER"],
    ["a list of nothing", '[""," "]', "MISSING_PARAMETER"],
    ["no JSON", "usernames=Lantern_Lou", "INVALID_PARAMETER"],
    ["half a list", '["Lantern_Lou"', "INVALID_PARAMETER"],
    ["a text", '"Lantern_Lou"', "INVALID_PARAMETER"],
    ["numbers", "[1]", "INVALID_PARAMETER"],
    ["null", "null", "INVALID_PARAMETER"],
    ["another field", '{"names":["Lantern_Lou"]}', "INVALID_PARAMETER"],
    ["a type that is none", '{"usernames":["Lantern_Lou"],"type":"both"}', "INVALID_PARAMETER"],
    ["too many", JSON.stringify(Array(MAX_BATCH + 1).fill("a")), "INVALID_PARAMETER"],
    ["nested lists", "[".repeat(10_000), "INVALID_PARAMETER"],
  ])("refuses %s", async (_, body, code) => {
    const reply = await post(world, body);
    expect([reply.status, reply.json()["code"]]).toEqual([400, code]);
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  it("over HTTP reads no more than it takes, and lets scripts of other sites ask", async () => {
    const front = await openFront(world);
    const send = async (init: RequestInit) => {
      const reply = await fetch(`${front.url}/api/batch?type=java`, init);
      return [reply.status, reply.status === 204 ? null : await reply.json()] as const;
    };
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(["Lantern_Lou"]);
    expect(await send({ method: "POST", headers, body })).toMatchObject([200, { success: true }]);
    const long = JSON.stringify(["a".repeat(40_000)]);
    expect(await send({ method: "POST", headers, body: long })).toMatchObject([
      400,
      { code: "INVALID_PARAMETER", error: "The body must be at most 32768 bytes long." },
    ]);
    const preflight = await fetch(`${front.url}/api/batch`, { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("*");
  });

  it("says when to send a player again, unless that changes nothing", () =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "mojang-*", fault: { kind: "drop" } });
      own.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
      const reply = await post(own, [TESS, "a b!"], "?type=java");
      const [failed, wrong] = batchBody.parse(reply.json()).results;
      expect(failed).toMatchObject({ status: 502, retry_after: expect.any(Number) as number });
      expect(wrong).not.toHaveProperty("retry_after");
    }));
});
