import { describe, expect, it } from "vitest";
import { profileBody } from "../contract/profile.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import {
  createTestWorld,
  openWorld,
  useWorld,
  withWorld,
  type TestWorld,
} from "../../testing/world.ts";
import { recentBody, socialBody, type StatusBody, statusBody } from "../contract/status.ts";

const world = useWorld(() => ({
  SOCIAL_LINKS: '[{"platform":"github","label":"Source","url":"https://github.example/nametag"}]',
}));

describe("every response", () => {
  it.each([
    ["GET", "/api?username=Lantern_Lou", 200],
    ["GET", "/api?username=nobody_at_all", 404],
    ["GET", "/api", 400],
    ["GET", "/api/nothing/here", 404],
    ["GET", "/api/llms.txt", 404],
    ["GET", "/API?username=Lantern_Lou", 404],
    ["GET", "//api?username=Lantern_Lou", 404],
    ["OPTIONS", "/API", 204],
    ["GET", "/api/%", 404],
    ["GET", "/head/%C0%AE", 400],
    ["GET", "/head/Lantern_Lou", 200],
    ["GET", "/api.php?username=Lantern_Lou", 301],
    ["GET", "/head?username=Lantern_Lou", 200],
    ["GET", "/head?username=nobody_at_all", 404],
    ["GET", "/skin", 400],
    ["GET", "/cape?username=Tinker_Tess", 404],
    ["GET", "/api/health", 200],
    ["GET", "/openapi.json", 200],
    ["HEAD", "/api?username=Lantern_Lou", 200],
    ["OPTIONS", "/api", 204],
    ["OPTIONS", "/head", 204],
    ["POST", "/api?username=Lantern_Lou", 405],
    ["DELETE", "/head", 405],
    ["GET", `/api?username=${"a".repeat(3_000)}`, 414],
  ])("to %s %s may be read by every site", async (method, target, status) => {
    const reply = await world.request(target, { method });
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("X-Cache") as string,
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      "x-cache": expect.stringMatching(/^(HIT|MISS|STALE)$/) as string,
    });
    if (status >= 400 && reply.headers["content-type"]?.includes("json")) {
      expect(reply.json()).toMatchObject({ success: false, status });
      expect(Object.keys(reply.json()).toSorted()).toEqual(["code", "error", "status", "success"]);
    }
  });

  it("to HEAD is that to GET without its body", async () => {
    for (const target of ["/api?username=Lantern_Lou", "/head?username=Lantern_Lou", "/skin"]) {
      const get = await world.request(target);
      const head = await world.request(target, { method: "HEAD" });
      expect(head.bytes.length).toBe(0);
      expect(head.headers["content-length"]).toBe(String(get.bytes.length));
      expect([head.status, head.headers["etag"]]).toEqual([get.status, get.headers["etag"]]);
    }
  });

  it("lists the supported methods", async () => {
    const reply = await world.request("/skin", { method: "PUT" });
    expect(reply.headers["allow"]).toBe("GET, HEAD, OPTIONS");
    expect(reply.json()["code"]).toBe("METHOD_NOT_ALLOWED");
  });

  it.each([
    ["/api/nothing", "ROUTE_NOT_FOUND"],
    ["/api/health/deeper", "ROUTE_NOT_FOUND"],
    ["/cape/Lantern_Lou/64/left", "ROUTE_NOT_FOUND"],
    ["/Head?username=Lantern_Lou", "ROUTE_NOT_FOUND"],
  ])("answers 404 at %s", async (target, code) => {
    expect((await world.request(target)).json()).toMatchObject({ code, status: 404 });
  });
});

describe("a response in memory", () => {
  it("is the same for every URL that differs in what its route does not know", async () => {
    const { responses } = world.services.api;
    const wrong: unknown[] = [];
    for (const target of [
      "/api?username=Lantern_Lou",
      "/api?username=nobody_at_all&type=java",
      "/api?uuid=00000000-0000-3000-8000-000000000000",
      "/api?username=%20%20",
      "/api?social=1",
      "/api/batch?usernames=Lantern_Lou",
      "/api/history?username=Lantern_Lou",
      "/head?username=Lantern_Lou&size=16",
      "/head/Lantern_Lou/16.webp?overlay=false",
      "/head/16",
      "/skin?username=Lantern_Lou",
    ]) {
      const mark = target.includes("?") ? "&" : "?";
      await world.request(`${target}${mark}first=1`);
      const plain = await world.request(target);
      const { entries } = responses.size();
      for (let number = 0; number < 20; number += 1) {
        const decorated = `${target}${mark}_=${number}&utm_source=${"x".repeat(number)}`;
        const reply = await world.request(decorated);
        if (Buffer.compare(reply.bytes, plain.bytes) !== 0 || reply.status !== plain.status)
          wrong.push([decorated, reply.status]);
        if (responses.find(decorated) !== undefined) wrong.push([decorated, "is kept"]);
      }
      if (responses.size().entries !== entries) wrong.push([target, responses.size(), entries]);
    }
    expect(wrong).toEqual([]);
  });

  it("is the same for other spellings of what its route knows, which displace none", async () => {
    const { responses } = world.services.api;
    const body = await world.request("/api?username=Tinker_Tess&type=java");
    await world.request("/api?username=Tinker_Tess&type=java");
    const { entries } = responses.size();
    const spellings = [
      "/api/?username=Tinker_Tess&type=java",
      "/api?type=java&username=Tinker_Tess",
      "/api?username=%54inker_Tess&type=java",
      "/api?username=T%69nker_Tess&&type=j%61va",
    ];
    for (const spelling of spellings) {
      expect((await world.request(spelling)).json()["java"]).toEqual(body.json()["java"]);
      expect(responses.find(spelling)).toBe(responses.find("/api?username=Tinker_Tess&type=java"));
    }
    expect(responses.size().entries).toBe(entries);
  });
});

describe("a path without an endpoint", () => {
  const uuid = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";

  it.each([
    ["/head/64/Lantern_Lou/png", "/head?username=64"],
    ["/head/Lantern_Lou/64/left", "/head?username=Lantern_Lou"],
    ["/HEAD//Lantern_Lou/", "/head?username=Lantern_Lou"],
    ["//head/Lantern_Lou?size=64", "/head?username=Lantern_Lou"],
    ["/api/skin/.Lantern%20Lou", "/skin?username=.Lantern%20Lou"],
    ["/api/skin/.Lantern+Lou", "/skin?username=…"],
    [`/api/cape/${uuid}`, `/cape?username=${uuid}`],
    ["/api/bust/2761708961228418", "/bust?username=2761708961228418"],
    ["/api/body/Biscuit%234821", "/body?username=Biscuit%234821"],
    ["/api/body/%C3%89lodie", "/body?username=%C3%89lodie"],
    ["/api/Lantern_Lou", "/api?username=Lantern_Lou"],
    ["/api/profile/Lantern_Lou", "/api?username=Lantern_Lou"],
    ["/api/head/Lantern_Lou", "/head?username=Lantern_Lou"],
    ["/api/player/Lantern_Lou", "/player?username=Lantern_Lou"],
    ["/api/history/Lantern_Lou", "/api/history?username=Lantern_Lou"],
    ["/api/batch/Lantern_Lou", "/api/batch?usernames=Lantern_Lou"],
    ["/Head?username=Lantern_Lou", "/head?username=…"],
  ])("%s names the URL to use: %s", async (target, url) => {
    const { error } = (await world.request(target)).json();
    expect(error).toBe(
      `There is no such endpoint. For a player, use ${url} instead. See /openapi.json for all endpoints.`,
    );
    if (url.includes("…")) return;
    const { status } = await world.request(url);
    expect([200, 404]).toContain(status);
  });

  it.each([
    "<script>alert(1)</script>",
    "%3Cscript%3E",
    "%22%7D%0d%0aX-Evil:1",
    "%E2%80%AELantern_Lou",
    "Lantern%00Lou",
    "..%2f..%2fetc",
    "%",
    "%ff",
    "a".repeat(65),
    "%F0%9D%94%90".repeat(100),
    "evil.example%2f%3f",
  ])("repeats nothing that is no identifier: %s", async (text) => {
    const { error } = (await world.request(`/api/head/${text}`)).json();
    expect(String(error).replace(/^.* use (\S+) instead.*$/, "$1")).toBe("/head?username=…");
  });

  it.each(["/compat/nothing", "/compat/crafthead/nothing/Lantern_Lou"])(
    "points at the description if it is no player's: %s",
    async (target) => {
      const { error } = (await world.request(target)).json();
      expect(error).toBe("There is no such endpoint. See /openapi.json.");
    },
  );
});

describe("the old address", () => {
  it.each([
    ["/api.php", "/api"],
    ["/api.php?username=Lantern_Lou&type=java", "/api?username=Lantern_Lou&type=java"],
    ["/api.php?username=%0d%0aX-Evil:1", "/api?username=%0d%0aX-Evil:1"],
    ["/api.php?username=ж", "/api?username=%D0%B6"],
    ["/api.php?//evil.example", "/api?//evil.example"],
  ])("sends %s to %s", async (from, to) => {
    const reply = await world.request(from);
    expect([reply.status, reply.headers["location"]]).toEqual([301, to]);
  });
});

describe("?social=1", () => {
  it("gives the operator's links", async () => {
    const body = socialBody.parse((await world.request("/api?social=1")).json());
    expect(body.social).toEqual([
      { platform: "github", label: "Source", url: "https://github.example/nametag" },
    ]);
  });
});

describe("?recent=1", () => {
  it.each(["no link", "a link that cannot be loaded"])(
    "lists both people of one name, Java first, who have %s",
    (reason) =>
      withWorld(async (ownWorld) => {
        if (reason !== "no link") {
          ownWorld.sandbox.control.fault({ route: "geyser.link-*", fault: { kind: "drop" } });
        }
        const reply = await ownWorld.request("/api?username=PebblePenny");
        const { java, bedrock } = profileBody.parse(reply.json());
        expect(bedrock?.linked).toBe(reason === "no link" ? false : null);
        const { recent, stats } = recentBody.parse(
          (await ownWorld.request("/api?recent=1")).json(),
        );
        expect(recent.map(({ edition, id }) => [edition, id])).toEqual([
          ["java", java?.uuid],
          ["bedrock", bedrock?.xuid_decimal],
        ]);
        expect(stats.lookups_total).toBe(1);
      }),
  );

  it("lists found players, newest first, and counts lookups", async () => {
    const ownWorld = await createTestWorld();
    await ownWorld.request("/api?username=Lantern_Lou");
    await ownWorld.request("/api?username=.Mossy_Minnow");
    await ownWorld.request("/api?username=nobody_at_all");
    await ownWorld.request("/api?username=LANTERN_LOU");
    await ownWorld.request("/head?username=Tinker_Tess");
    const reply = await ownWorld.request("/api?recent=1");
    const { recent, stats } = recentBody.parse(reply.json());
    expect(recent).toMatchObject([
      {
        username: "Lantern_Lou",
        edition: "java",
        editions: ["java", "bedrock"],
        id: "dfb83a479bf3469583e7bdc34c28fa4e",
        head_url: "/head?username=Lantern_Lou&type=java",
      },
      {
        username: "Mossy Minnow",
        edition: "bedrock",
        id: "2796662987455236",
        head_url: "/head?username=2796662987455236&type=bedrock",
      },
    ]);
    expect(recent[0]?.looked_up_at).toMatch(/:00\.000Z$/);
    expect(stats).toEqual({
      lookups_total: 3,
      lookups_24h: 3,
      players_total: 4,
      cache_hit_ratio_24h: 1 / 3,
    });
    expect(JSON.stringify(reply.json())).not.toContain("203.0.113");
    await ownWorld.close();
  });
});

describe("/api/status", () => {
  async function statusOf(world: TestWorld): Promise<StatusBody> {
    const { status, headers, bytes } = await world.request("/api/status");
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=5"]);
    return statusBody.parse(JSON.parse(new TextDecoder().decode(bytes)));
  }

  const provider = ({ providers }: StatusBody, name: string) =>
    providers.find((one) => one.name === name);

  it("knows every provider that is turned on before any was requested", () =>
    withWorld(async (world) => {
      const status = await statusOf(world);
      expect(status.providers.map(({ name }) => name)).toEqual(world.services.providers.names);
      for (const one of status.providers) {
        expect(one).toMatchObject({ state: "unused", requests_24h: 0, average_ms_24h: null });
      }
    }));

  it("counts what providers answered, and requests nothing itself", () =>
    withWorld(async (world) => {
      expect((await world.request("/api?username=Lantern_Lou")).status).toBe(200);
      const requested = provider(await statusOf(world), "geyser");
      expect(requested).toMatchObject({ state: "working", refused_24h: 0, failed_24h: 0 });
      expect(requested?.requests_24h).toBe(requested?.answered_24h);
      expect(requested?.requests_24h).toBeGreaterThan(0);
      expect(requested?.average_ms_24h).toBeGreaterThan(0);
      expect(provider(await statusOf(world), "geyser")).toEqual(requested);
    }));

  it("tells refusals from failures, and says that a provider is not requested for a moment", () =>
    withWorld(async (world) => {
      world.sandbox.control.fault({
        route: "geyser.*",
        fault: { kind: "throttle", retryAfter: 60 },
      });
      await world.request("/api?username=Lantern_Lou");
      const refused = provider(await statusOf(world), "geyser");
      expect(refused).toMatchObject({ state: "paused", answered_24h: 0, failed_24h: 0 });
      expect(refused?.refused_24h).toBeGreaterThan(0);
      expect(refused?.rate).toBeLessThan(refused?.configured_rate ?? 0);
    }));

  it("counts a broken response as a failure", () =>
    withWorld(async (world) => {
      world.sandbox.control.fault({ route: "geyser.*", fault: { kind: "drop" } });
      await world.request("/api?username=.Mossy_Minnow&type=bedrock");
      const failed = provider(await statusOf(world), "geyser");
      expect(failed).toMatchObject({ answered_24h: 0, refused_24h: 0, average_ms_24h: null });
      expect(failed?.failed_24h).toBeGreaterThan(0);
    }));

  it("says which provider fails and since when, beside one that works", async () => {
    const clock = createTestClock();
    const world = await openWorld(undefined, { clock });
    world.sandbox.control.fault({ route: "geyser.*", fault: { kind: "status", status: 500 } });
    for (const name of ["Mossy_Minnow", "Nobody_A", "Nobody_B", "Nobody_C", "Nobody_D"]) {
      clock.advance(1_000);
      await world.request(`/api?username=.${name}&type=bedrock`);
    }
    expect((await world.request("/api?username=Lantern_Lou&type=java")).status).toBe(200);
    const status = await statusOf(world);
    const failing = provider(status, "geyser");
    expect(failing).toMatchObject({ state: "failing", hours: [{ answered: 0, refused: 0 }] });
    const since = new Date(clock.now()).toISOString();
    expect(failing?.failing_since).toBe(since);
    expect(status.outages).toEqual([{ provider: "geyser", from: since, to: null }]);
    expect(provider(status, "mojang-session")).toMatchObject({
      state: "working",
      failing_since: null,
    });
  });
});

describe("a parameter that is only guessed", () => {
  it.each([
    ["/api?name=Lantern_Lou", "username"],
    ["/api?Username=Lantern_Lou", "username"],
    ["/api?player=Lantern_Lou&type=java", "username"],
    ["/api/history?xuid=2761708961228418", "username"],
    ["/head?gamertag=Lantern+Lou&size=32", "username"],
    ["/head?name=Lantern_Lou&default=auto", "username"],
    ["/skin?id=Lantern_Lou", "username"],
    ["/api/batch?uuids=Lantern_Lou,Tinker_Tess", "usernames"],
    ["/api/batch?username=Lantern_Lou", "usernames"],
    ["/api/batch?uuid=Lantern_Lou", "usernames"],
    ["/api/suggest?name=Lan", "q"],
  ])("of %s is refused with the name of the right one", async (target, right) => {
    const [, guessed = ""] = /[?]([^=]+)=/.exec(target) ?? [];
    const reply = await world.request(target);
    expect([reply.status, reply.json()["code"]]).toEqual([400, "MISSING_PARAMETER"]);
    expect(reply.json()["error"]).toContain(`no parameter ${guessed} here: send it as ${right}.`);
    // What is said of a guess is not said of a URL without one.
    const plain = await world.request(target.replace(/[?].*/, ""));
    expect(plain.json()["error"]).not.toContain("send it as");
  });

  it.each([
    "/api?username=Lantern_Lou&name=other",
    "/api?recent=1&name=other",
    "/head?texture=83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b&id=7",
    "/api/batch?usernames=Lantern_Lou&uuids=a",
    "/api/health?name=a",
  ])("changes nothing where it works without: %s", async (target) => {
    expect((await world.request(target)).status).toBe(200);
  });
});
