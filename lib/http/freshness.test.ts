import { afterEach, describe, expect, it, vi } from "vitest";
import { type TestWorld, withStoppedClock, useWorld } from "../../testing/world.ts";
import { saysOnlyIfCached } from "../freshness.ts";

/** Seconds for which a cache may serve a response (RFC 9111, 4.2); null: it may not store it. */
function freshSeconds(headers: Record<string, string>, cache: "private" | "shared") {
  const directives = new Map(
    (headers["cache-control"] ?? "").split(",").map((part) => {
      const [name = "", value = ""] = part.trim().split("=");
      return [name, value] as const;
    }),
  );
  if (directives.has("no-store")) return null;
  const forShared = cache === "shared" ? directives.get("s-maxage") : undefined;
  const lifetime = Number(forShared ?? directives.get("max-age"));
  return Math.max(0, lifetime - Number(headers["age"] ?? 0));
}

describe("how long caches may serve a response, by RFC 9111", () => {
  const SKIN = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";
  const YEAR = 31_536_000;
  const env = () => ({
    PROFILE_FRESH_SECONDS: "100",
    PROFILE_STALE_SECONDS: "5000",
    MISSING_SECONDS: "50",
  });
  const later = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1_000);

  const expectFresh = async (
    ownWorld: TestWorld,
    target: string,
    expected: [status: number, shared: number | null, ofBrowser: number | null],
  ) => {
    const { status, headers } = await ownWorld.request(target);
    const found = (["shared", "private"] as const).map((cache) => freshSeconds(headers, cache));
    expect([target, status, ...found]).toEqual([target, ...expected]);
    return headers;
  };

  it("is the rest of its freshness, and forever for a texture's hash", () =>
    withStoppedClock(async (ownWorld) => {
      for (const left of [100, 60]) {
        await expectFresh(ownWorld, "/api?username=Lantern_Lou&type=java", [200, left, left]);
        await expectFresh(ownWorld, "/head?username=Lantern_Lou&type=java", [200, left, left]);
        await expectFresh(ownWorld, "/skin?username=Lantern_Lou&type=java", [200, left, left]);
        await expectFresh(ownWorld, "/cape?username=Lantern_Lou&type=java", [200, left, left]);
        await expectFresh(ownWorld, "/head?username=Plain_Paul&type=java", [200, left, left]);
        for (const kind of ["head", "skin"]) {
          await expectFresh(ownWorld, `/${kind}?texture=${SKIN}`, [200, YEAR, YEAR]);
        }
        later(40);
      }
    }, env));

  it("is the rest of the lifetime of a negative entry", () =>
    withStoppedClock(async (ownWorld) => {
      for (const left of [50, 30]) {
        await expectFresh(ownWorld, "/api?username=nobody_at_all", [404, left, left]);
        await expectFresh(ownWorld, "/head?username=nobody_at_all", [404, left, left]);
        await expectFresh(ownWorld, "/head?username=nobody_at_all&default=alex", [200, left, left]);
        await expectFresh(ownWorld, "/head?username=nobody_at_all&default=404", [404, left, left]);
        await expectFresh(ownWorld, "/skin?username=nobody_at_all", [404, left, left]);
        later(20);
      }
    }, env));

  it("is 30 seconds in shared caches and none in browsers for a stale response, which says so", () =>
    withStoppedClock(async (ownWorld) => {
      const targets = [
        "/api?username=Lantern_Lou&type=java",
        "/head?username=Lantern_Lou&type=java",
        "/skin?username=Lantern_Lou&type=java",
        "/cape?username=Lantern_Lou&type=java",
        "/head?username=Plain_Paul&type=java",
      ];
      for (const target of targets) await ownWorld.request(target);
      const fetchedAt = new Date().toISOString();
      later(200);
      ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      for (const target of targets) {
        const headers = await expectFresh(ownWorld, target, [200, 30, 0]);
        expect(headers["x-cache"]).toBe("STALE");
      }
      const body = (await ownWorld.request("/api?username=Lantern_Lou&type=java")).json();
      expect(body).toMatchObject({ stale: true, fetched_at: fetchedAt });
    }, env));

  it("is nothing while a provider fails, and an hour for a malformed request", () =>
    withStoppedClock(async (ownWorld) => {
      await expectFresh(ownWorld, "/api?username=%3F", [400, 3_600, 3_600]);
      await expectFresh(ownWorld, "/api?recent=1", [200, 5, 5]);
      await expectFresh(ownWorld, "/api/health", [200, null, null]);
      ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      for (const target of ["/api", "/head", "/skin", "/cape"]) {
        await expectFresh(ownWorld, `${target}?username=Tinker_Tess`, [502, null, null]);
      }
    }, env));
});

describe("what a cache may serve while the service fails", () => {
  it.each([
    "/api?username=Lantern_Lou&type=java",
    "/head?username=Lantern_Lou",
    "/skin?username=Lantern_Lou",
    "/head?username=Plain_Paul",
  ])("is as old as what the service itself serves while its providers fail: %s", (target) =>
    withStoppedClock(
      async (ownWorld) => {
        const first = await ownWorld.request(target);
        const fresh = /^public, max-age=100, stale-while-revalidate=60, stale-if-error=5000$/;
        expect(first.headers["cache-control"]).toMatch(fresh);
        const ifNoneMatch = first.headers["etag"] ?? "";
        const unchanged = await ownWorld.request(target, { ifNoneMatch });
        expect([unchanged.status, unchanged.headers["cache-control"]]).toEqual([
          304,
          first.headers["cache-control"],
        ]);
        vi.setSystemTime(Date.now() + 200_000);
        ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
        const { headers } = await ownWorld.request(target);
        expect([headers["x-cache"], headers["cache-control"]]).toEqual([
          "STALE",
          "public, max-age=0, s-maxage=30, stale-if-error=5000",
        ]);
      },
      () => ({ PROFILE_FRESH_SECONDS: "100", PROFILE_STALE_SECONDS: "5000" }),
    ),
  );
});

describe("only-if-cached", () => {
  const world = useWorld();
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

  it("reads no more of a long header than a client would send", () => {
    expect(saysOnlyIfCached(`only-if-cached${",a".repeat(7_000)}`)).toBe(true);
    expect(saysOnlyIfCached(`${"a,".repeat(7_000)}only-if-cached`)).toBe(false);
  });
});
