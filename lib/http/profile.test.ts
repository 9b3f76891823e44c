import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { profileBody, type ProfileBody } from "../contract/profile.ts";
import { createTestWorld, type TestWorld } from "../testing/world.ts";

const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";
const LOU_XUID = "2761708961228418";
const SECOND = 1_000;

let world: TestWorld;

/** A world of its own for tests that break things or count. */
async function withWorld(
  test: (world: TestWorld) => Promise<void>,
  env?: (sandbox: Record<string, string>) => Record<string, string>,
): Promise<void> {
  const own = await createTestWorld(env);
  try {
    await test(own);
  } finally {
    await own.close();
  }
}

async function profileOf(in_: TestWorld, query: string): Promise<ProfileBody> {
  const reply = await in_.ask(`/api?${query}`);
  expect([reply.status, query]).toEqual([200, query]);
  return profileBody.parse(reply.json());
}

async function errorOf(in_: TestWorld, query: string, client?: string) {
  const reply = await in_.ask(`/api?${query}`, client === undefined ? {} : { client });
  return { status: reply.status, code: reply.json()["code"], headers: reply.headers };
}

beforeAll(async () => {
  world = await createTestWorld();
});

afterAll(() => world.close());

describe("a lookup", () => {
  it.each([
    ["a Java name", "Lantern_Lou"],
    ["a Java name in another case", "LANTERN_lou"],
    ["a UUID", LOU],
    ["a UUID with dashes", "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e"],
    ["a UUID in capitals", LOU.toUpperCase()],
    ["an XUID", LOU_XUID],
    ["a Floodgate UUID", "00000000-0000-0000-0009-cfc2799b6682"],
    ["a Floodgate UUID without dashes", "00000000000000000009cfc2799b6682"],
    ["a gamertag with a space", "Lantern%20Lou"],
    ["a gamertag with a plus for the space", "lantern+lou"],
    ["a prefixed gamertag", ".Lantern_Lou"],
    ["a value with spaces around", "%20Lantern_Lou%20"],
  ])("finds a linked player in both editions by %s", async (_, value) => {
    const { java, bedrock } = await profileOf(world, `username=${value}`);
    expect(java).toMatchObject({ username: "Lantern_Lou", uuid: LOU, model: "classic" });
    expect(bedrock).toMatchObject({
      gamertag: "Lantern Lou",
      xuid_decimal: LOU_XUID,
      floodgate_uuid: "00000000-0000-0000-0009-cfc2799b6682",
      linked: true,
    });
  });

  it("takes the value as uuid as well", async () => {
    expect((await profileOf(world, `uuid=${LOU}`)).java?.username).toBe("Lantern_Lou");
  });

  it("fills every field of both editions", async () => {
    const { java, bedrock, ...rest } = await profileOf(world, "username=CapeOnly_Cleo");
    expect(bedrock).toBeUndefined();
    expect(java).toMatchObject({
      skin_url: "/skin?username=CapeOnly_Cleo&type=java",
      cape_url: "/cape?username=CapeOnly_Cleo&type=java",
      head_url: "/head?username=CapeOnly_Cleo&type=java",
      model: "classic",
      skin_texture: null,
      cape_texture: expect.stringMatching(/^[0-9a-f]{60,64}$/) as string,
      name_history: [{ name: "CapeOnly_Cleo", changed_at: null }],
    });
    expect(rest).toMatchObject({ success: true, cached: false, stale: false });
    expect(Math.abs(Date.parse(rest.fetched_at) - Date.now())).toBeLessThan(60_000);
    const plum = await profileOf(world, "username=Plain+Plum");
    expect(plum.bedrock).toEqual({
      gamertag: "Plain Plum",
      xuid_decimal: "2708613595823391",
      floodgate_uuid: "00000000-0000-0000-0009-9f783f367d1f",
      skin_url: "/skin?username=2708613595823391&type=bedrock",
      cape_url: null,
      head_url: "/head?username=2708613595823391&type=bedrock",
      model: expect.stringMatching(/^(classic|slim)$/) as string,
      skin_texture: null,
      cape_texture: null,
      linked: false,
    });
  });

  it.each([
    ["Java when only Java is asked", "username=Lantern_Lou&type=java", true, false],
    ["Bedrock when only Bedrock is asked", "username=Lantern_Lou&type=bedrock", false, true],
    ["the linked Java account of an XUID", `username=${LOU_XUID}&type=java`, true, false],
    ["the linked Bedrock account of a UUID", `username=${LOU}&type=bedrock`, false, true],
    ["a Bedrock-only player", "username=Mossy+Minnow", false, true],
    ["a Java-only player", "username=Tinker_Tess", true, false],
    ["a gamertag in Cyrillic", `username=${encodeURIComponent("мшистый пень")}`, false, true],
    ["a gamertag in Japanese", `username=${encodeURIComponent("苔むす狐")}`, false, true],
    ["a gamertag with its suffix", "username=Biscuit%234821", false, true],
    ["the lowest XUID", "username=2533274790395904", false, true],
    ["the highest XUID", "username=2814749767106559", false, true],
    ["a player unknown to Geyser", "username=Hermit+Hazel", false, true],
    ["an XUID unknown to Geyser", "username=2770655690254404", false, true],
  ])("gives %s", async (_, query, java, bedrock) => {
    const profile = await profileOf(world, query);
    expect([profile.java !== undefined, profile.bedrock !== undefined]).toEqual([java, bedrock]);
    expect(profile.warnings).toBeUndefined();
  });

  it("follows a link to another name", async () => {
    const jam = await profileOf(world, "username=Pantry+Raider");
    expect([jam.java?.username, jam.bedrock?.linked]).toEqual(["JunipersJam", true]);
    const max = await profileOf(world, "username=Orchard_Max");
    expect([max.bedrock?.gamertag, max.bedrock?.linked]).toEqual(["MapleMax", true]);
  });

  it("never takes two people with one name for one", async () => {
    const penny = await profileOf(world, "username=PebblePenny");
    expect([penny.java?.username, penny.bedrock?.linked]).toEqual(["PebblePenny", false]);
    const max = await profileOf(world, "username=MapleMax");
    expect([max.java?.username, max.bedrock?.linked]).toEqual(["MapleMax", false]);
  });

  it.each([
    "Q",
    "Zz",
    "slightlybewilderedowl",
    "abcdefghijklmnopqrstuvwxy",
    "glum-stork",
    "dot.dot.dash",
    "007700",
    "hasOwnProperty",
    "__proto__",
    "constructor",
    "then",
    "null",
    "NaN",
    "1E2",
    "CON",
    "true",
    "MHF_Steve",
  ])("finds the real player %s", async (name) => {
    const { java } = await profileOf(world, `username=${name}`);
    expect(java?.username).toBe(name);
  });

  it("takes a leading dot for Floodgate's first, and for a Java name when Java is asked", async () => {
    const bedrock = await profileOf(world, "username=.Leaf");
    expect([bedrock.java, bedrock.bedrock?.gamertag]).toEqual([undefined, "Leaf"]);
    const java = await profileOf(world, "username=.Leaf&type=java");
    expect([java.java?.username, java.bedrock]).toEqual([".Leaf", undefined]);
  });

  it("takes a leading dot for a Java name's when Bedrock has nobody", async () => {
    const own = await createTestWorld();
    own.sandbox.control.change("2730011223344556", { deleted: true });
    expect((await profileOf(own, "username=.Leaf")).java?.username).toBe(".Leaf");
    await own.close();
  });

  it("links to an odd name by its UUID, so that the link leads back", async () => {
    const { java } = await profileOf(world, "username=.Leaf&type=java");
    expect(java?.skin_url).toBe("/skin?username=b2c4af23664a477f86ff2ffbafc14e30&type=java");
  });

  it.each([
    ["an unknown name", "username=nobody_at_all"],
    ["an unknown UUID", "username=11111111-1111-4111-8111-111111111111"],
    ["an unknown XUID", "username=2699999999999999"],
    ["an unknown gamertag", "username=no+such+tag"],
    ["the nil UUID", "username=00000000-0000-0000-0000-000000000000"],
    ["an offline UUID", "username=b50ad385-829d-3141-a216-7e7d7539ba7f"],
    ["a Floodgate UUID out of range", "username=00000000-0000-0000-0000-000000000001"],
    ["a Bedrock player as Java", "username=Mossy_Minnow&type=java"],
    ["a Java player as Bedrock", "username=Tinker_Tess&type=bedrock"],
    ["a name that only looks like a player", `username=${encodeURIComponent("Lаntern_Lou")}`],
  ])("does not find %s", async (_, query) => {
    expect(await errorOf(world, query)).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  it.each([
    ["", "MISSING_PARAMETER"],
    ["username=", "MISSING_PARAMETER"],
    ["username=%20%20", "MISSING_PARAMETER"],
    ["type=java", "MISSING_PARAMETER"],
    ["username=a@b.example", "INVALID_PARAMETER"],
    ["username=%00", "INVALID_PARAMETER"],
    ["username=Lantern_Lou%0d%0aX-Evil:1", "INVALID_PARAMETER"],
    [`username=${encodeURIComponent("Ｌantern_Lou")}`, "INVALID_PARAMETER"],
    ["username=%", "INVALID_PARAMETER"],
    ["username=%ff", "INVALID_PARAMETER"],
    ["username=..", "INVALID_PARAMETER"],
    [`username=${"a".repeat(70)}`, "INVALID_PARAMETER"],
    ["username=a&username=b", "INVALID_PARAMETER"],
    ["username=a&type=JAVA", "INVALID_PARAMETER"],
    ["username=a&update=1", "INVALID_PARAMETER"],
    ["social=0", "INVALID_PARAMETER"],
    ["recent=yes", "INVALID_PARAMETER"],
  ])("answers 400 to ?%s", async (query, code) => {
    expect(await errorOf(world, query)).toMatchObject({ status: 400, code });
  });
});

describe("upstream calls", () => {
  it("are one set for a player, however it is asked for and however many ask", () =>
    withWorld(async (own) => {
      const spellings = [
        "Lantern_Lou",
        "lantern_lou",
        LOU,
        LOU_XUID,
        ".Lantern_Lou",
        "lantern+lou",
      ];
      await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          profileOf(own, `username=${spellings[index % 2] ?? ""}`),
        ),
      );
      for (const spelling of spellings) await profileOf(own, `username=${spelling}`);
      const { counts } = own.sandbox.control.calls();
      expect(counts).toEqual({
        "mojang-api.name": 1,
        "mojang-session.profile": 1,
        "geyser.xuid": 1,
        "geyser.gamertag": 1,
        "geyser.skin": 1,
        "geyser.link-bedrock": 1,
        "geyser.link-java": 1,
      });
    }));

  it("are one set for a Bedrock player, however 200 ask at the same time", () =>
    withWorld(async (own) => {
      const spellings = ["Mossy+Minnow", "2796662987455236", ".mossy_minnow"];
      await Promise.all(
        Array.from({ length: 201 }, (_, index) =>
          own.ask(
            `${index % 2 ? "/api" : "/head"}?username=${spellings[index % 3] ?? ""}&type=bedrock`,
          ),
        ),
      );
      expect(own.sandbox.control.calls().counts).toEqual({
        "geyser.xuid": 1,
        "geyser.gamertag": 1,
        "geyser.skin": 1,
        "geyser.link-bedrock": 1,
        "mojang-textures.texture": 1,
      });
    }));

  it("are none for Java when only Bedrock is asked", () =>
    withWorld(async (own) => {
      await profileOf(own, "username=Lantern_Lou&type=bedrock");
      await own.ask("/api?username=nobody_at_all&type=bedrock");
      await profileOf(own, `username=${LOU_XUID}&type=bedrock`);
      expect(own.sandbox.control.count("mojang-*")).toBe(0);
      expect(own.sandbox.control.count("playerdb.java")).toBe(0);
    }));

  it("are none for what cannot be anybody", () =>
    withWorld(async (own) => {
      await errorOf(own, "username=00000000-0000-0000-0000-000000000000");
      await errorOf(own, "username=b50ad385-829d-3141-a216-7e7d7539ba7f");
      await errorOf(own, "username=%3Cscript%3E");
      expect(own.sandbox.control.count()).toBe(0);
    }));

  it("are none for an unknown player asked for again", () =>
    withWorld(async (own) => {
      await errorOf(own, "username=nobody_at_all");
      own.sandbox.control.clearCalls();
      expect((await errorOf(own, "username=Nobody_At_All")).headers["x-cache"]).toBe("HIT");
      expect(own.sandbox.control.count()).toBe(0);
    }));

  it("are none after a restart on the same store", () =>
    withWorld(async (own) => {
      const before = await profileOf(own, "username=Lantern_Lou");
      own.sandbox.control.clearCalls();
      await own.restart();
      expect(await profileOf(own, "username=Lantern_Lou")).toEqual({ ...before, cached: true });
      expect(own.sandbox.control.count()).toBe(0);
    }));
});

const EVERYTHING_FAILS: [string, Fault][] = [
  ["throttles", { kind: "throttle", retryAfter: 17 }],
  ["refuses in HTML", { kind: "forbidden-html" }],
  ["fails with 500", { kind: "status", status: 500 }],
  ["drops connections", { kind: "drop" }],
  ["truncates", { kind: "truncate" }],
  ["resets in the middle", { kind: "reset-mid-body" }],
  ["sends too much", { kind: "huge" }],
  ["sends a gzip bomb", { kind: "gzip-bomb" }],
  ["sends web pages", { kind: "wrong-type" }],
  ["sends no JSON", { kind: "not-json" }],
  ["redirects", { kind: "redirect", location: "http://127.0.0.1:1/" }],
];

describe("while every provider", () => {
  it.each(EVERYTHING_FAILS)("%s, nobody is called unknown", (_, fault) =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "*", fault });
      for (const value of ["Lantern_Lou", "nobody_at_all", LOU, LOU_XUID, ".Mossy_Minnow"]) {
        const error = await errorOf(own, `username=${value}`);
        expect([value, error.status, error.code]).toEqual([value, 502, "BAD_GATEWAY"]);
        expect(Number(error.headers["retry-after"])).toBeGreaterThan(0);
        expect(error.headers["cache-control"]).toBe("no-store");
      }
    }),
  );

  it.each(EVERYTHING_FAILS)("%s, a known player is served stale and says so", (_, fault) =>
    withWorld(async (own) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      await own.restart();
      const known = await profileOf(own, "username=Lantern_Lou");
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      own.sandbox.control.fault({ route: "*", fault });
      const reply = await own.ask("/api?username=Lantern_Lou");
      const body = profileBody.parse(reply.json());
      expect(body.java).toEqual(known.java);
      expect(body.bedrock).toEqual(known.bedrock);
      expect(body).toMatchObject({ stale: true, cached: true, fetched_at: known.fetched_at });
      expect(body.warnings).toHaveLength(2);
      expect(reply.headers).toMatchObject({ "x-cache": "STALE", age: "1300" });
    }),
  );

  afterEach(() => {
    vi.useRealTimers();
  });
});

describe("when one provider fails", () => {
  it.each<[string, string, Fault]>([
    ["minecraftservices, api.mojang.com is asked", "mojang-api.*", { kind: "throttle" }],
    ["both of Mojang's, PlayerDB is asked", "mojang-*.name", { kind: "status", status: 500 }],
    ["minecraftservices by lying", "mojang-api.name", { kind: "wrong-identity" }],
    ["minecraftservices with a gateway's 404", "mojang-api.name", htmlMiss()],
  ])("%s", (_, route, fault) =>
    withWorld(async (own) => {
      for (const name of route === "mojang-*.name"
        ? ["mojang-api.name", "mojang-legacy.name"]
        : [route]) {
        own.sandbox.control.fault({ route: name, fault });
      }
      const { java } = await profileOf(own, "username=Tinker_Tess&type=java");
      expect(java?.username).toBe("Tinker_Tess");
    }),
  );

  it.each<[string, Fault]>([
    ["has too much traffic", { kind: "too-much-traffic" }],
    ["knows nobody", { kind: "not-in-cache" }],
    ["lies about gamertags", { kind: "wrong-identity" }],
  ])("and Geyser %s, PlayerDB names the Bedrock player", (_, fault) =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "geyser.xuid", fault });
      own.sandbox.control.fault({ route: "geyser.gamertag", fault });
      const { bedrock } = await profileOf(own, "username=Mossy+Minnow");
      expect(bedrock?.xuid_decimal).toBe("2796662987455236");
    }),
  );

  it("the other edition is given with a warning", () =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "geyser.*", fault: { kind: "drop" } });
      own.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
      const profile = await profileOf(own, "username=Lantern_Lou");
      expect(profile.java?.username).toBe("Lantern_Lou");
      expect(profile.bedrock).toBeUndefined();
      expect(profile.warnings).toEqual([
        {
          edition: "bedrock",
          code: "BAD_GATEWAY",
          error: "The Bedrock edition could not be asked: its provider is unreachable.",
        },
      ]);
    }));

  it("an unknown name is not called unknown", () =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "mojang-api.name", fault: { kind: "throttle" } });
      expect(await errorOf(own, "username=nobody_at_all")).toMatchObject({ status: 502 });
    }));

  it("and it is the session server with another's profile, nobody's profile is shown", () =>
    withWorld(async (own) => {
      own.sandbox.control.fault({
        route: "mojang-session.profile",
        fault: { kind: "wrong-identity" },
      });
      expect(await errorOf(own, "username=Tinker_Tess")).toMatchObject({ status: 502 });
    }));

  it.each(["base64", "json", "shape", "foreign-host", "url"] as const)(
    "with unreadable textures (%s), the rest is given with a warning",
    (variant) =>
      withWorld(async (own) => {
        own.sandbox.control.fault({
          route: "mojang-session.profile",
          fault: { kind: "bad-textures", variant },
        });
        const { java, warnings } = await profileOf(own, "username=Tinker_Tess&type=java");
        expect(java).toMatchObject({ username: "Tinker_Tess", model: null, skin_texture: null });
        expect(warnings).toHaveLength(1);
        expect((await own.ask("/head?username=Tinker_Tess")).status).toBe(502);
      }),
  );

  it("a link that cannot be asked is unknown, not absent", () =>
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "geyser.link-*", fault: { kind: "drop" } });
      const { bedrock, warnings } = await profileOf(own, "username=Lantern_Lou");
      expect(bedrock?.linked).toBe(null);
      expect(warnings).toHaveLength(1);
    }));

  it("asks again after five seconds, not before", () =>
    withWorld(async (own) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      await own.restart();
      const off = own.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      await errorOf(own, "username=Tinker_Tess&type=java");
      own.sandbox.control.clearCalls();
      await errorOf(own, "username=Tinker_Tess&type=java");
      expect(own.sandbox.control.count()).toBe(0);
      off();
      vi.setSystemTime(Date.now() + 5 * SECOND);
      await profileOf(own, "username=Tinker_Tess&type=java");
      vi.useRealTimers();
    }));
});

describe("while only one edition's providers fail, past every freshness", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each<[string, string, string, Fault]>([
    ["a Bedrock player", "username=Mossy+Minnow", "mojang-*", { kind: "forbidden-html" }],
    ["a Bedrock player", "username=Mossy+Minnow", "mojang-*", { kind: "hang" }],
    ["a Java player", "username=Tinker_Tess", "geyser.*", { kind: "hang" }],
    [
      "a Java player linked by another name",
      "username=JunipersJam&type=java",
      "geyser.*",
      { kind: "drop" },
    ],
    ["both of a linked pair of names", "username=Sofa+Dragon", "mojang-api.*", { kind: "hang" }],
    ["both of a linked pair of names", "username=Bramble_Bard", "geyser.*", { kind: "hang" }],
  ])("%s stays as known (%s, %s)", (_, query, route, fault) =>
    withWorld(async (own) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      await own.restart();
      const known = await profileOf(own, query);
      const head = await own.ask(`/head?${query}`);
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      for (const failing of [route, "mojang-legacy.*", "playerdb.*"]) {
        own.sandbox.control.fault({ route: failing, fault });
      }
      const started = performance.now();
      const body = await profileOf(own, query);
      expect(performance.now() - started).toBeLessThan(2_500);
      expect(body.java).toEqual(known.java);
      expect(body.bedrock).toEqual(known.bedrock);
      const again = await own.ask(`/head?${query}`);
      expect([again.status, again.bytes]).toEqual([200, head.bytes]);
    }),
  );

  it("an unknown player is not called unknown", () =>
    withWorld(async (own) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      await own.restart();
      await errorOf(own, "username=nobody_at_all");
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      own.sandbox.control.fault({ route: "*", fault: { kind: "throttle" } });
      expect(await errorOf(own, "username=nobody_at_all")).toMatchObject({ status: 502 });
      expect((await own.ask("/head?username=nobody_at_all")).status).toBe(502);
    }));

  it("a part that is from before says so", () =>
    withWorld(async (own) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      await own.restart();
      const known = await profileOf(own, "username=Mossy+Minnow");
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      own.sandbox.control.fault({ route: "geyser.skin", fault: { kind: "drop" } });
      const { bedrock, stale, warnings } = await profileOf(own, "username=Mossy+Minnow");
      expect(bedrock).toEqual(known.bedrock);
      expect(stale).toBe(true);
      expect(warnings).toHaveLength(1);
      expect((await own.ask("/head?username=Mossy+Minnow")).headers["x-cache"]).toBe("STALE");
    }));
});

function htmlMiss(): Fault {
  return { kind: "status", status: 404, body: "<html>404</html>", contentType: "text/html" };
}

describe("a renamed player", () => {
  const TESS = "Tinker_Tess";

  it("is found by the new name, not by the old one, with the change in the history", () =>
    withWorld(async (own) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      await own.restart();
      const { java } = await profileOf(own, `username=${TESS}&type=java`);
      own.sandbox.control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      const changedAt = Date.now() + 1_300 * SECOND;
      vi.setSystemTime(changedAt);
      expect(await errorOf(own, `username=${TESS}&type=java`)).toMatchObject({ status: 404 });
      const renamed = await profileOf(own, "username=tess_renamed&type=java");
      expect(renamed.java).toMatchObject({
        username: "Tess_Renamed",
        uuid: java?.uuid,
        name_history: [
          { name: TESS, changed_at: null },
          { name: "Tess_Renamed", changed_at: changedAt },
        ],
      });
      vi.useRealTimers();
    }));

  it("is shown under the new name at once when that is what was asked for", () =>
    withWorld(async (own) => {
      const { java } = await profileOf(own, `username=${TESS}&type=java`);
      own.sandbox.control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      const renamed = await profileOf(own, "username=Tess_Renamed&type=java");
      expect(renamed.java?.username).toBe("Tess_Renamed");
    }));

  it("leaves the old name to its new holder", () =>
    withWorld(async (own) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      await own.restart();
      const { java } = await profileOf(own, `username=${TESS}&type=java`);
      own.sandbox.control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      own.sandbox.control.change(LOU, { name: TESS });
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      expect((await profileOf(own, `username=${TESS}&type=java`)).java?.uuid).toBe(LOU);
      vi.useRealTimers();
    }));
});

describe("a Bedrock player known already", () => {
  const MINNOW_XUID = "2796662987455236";
  const byXuid = `username=${MINNOW_XUID}&type=bedrock`;

  it("is not renamed by a Geyser that lies, asked by gamertag or XUID, then or later", () =>
    withWorld(async (own) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      await own.restart();
      await profileOf(own, byXuid);
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      own.sandbox.control.fault({ route: "geyser.*", fault: { kind: "wrong-identity" } });
      own.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
      for (const query of [byXuid, "username=Mossy+Minnow&type=bedrock"]) {
        const { bedrock, stale } = await profileOf(own, query);
        expect([bedrock?.gamertag, bedrock?.xuid_decimal, stale]).toEqual([
          "Mossy Minnow",
          MINNOW_XUID,
          true,
        ]);
      }
      own.sandbox.control.clearFaults();
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      const after = await profileOf(own, "username=Mossy+Minnow&type=bedrock");
      expect([after.bedrock?.xuid_decimal, after.stale]).toEqual([MINNOW_XUID, false]);
      vi.useRealTimers();
    }));

  it("is shown under a new gamertag, once it leads back", () =>
    withWorld(async (own) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      await own.restart();
      await profileOf(own, byXuid);
      own.sandbox.control.change(MINNOW_XUID, { gamertag: "Mossy Trout" });
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      const { bedrock, stale } = await profileOf(own, byXuid);
      expect([bedrock?.gamertag, stale]).toEqual(["Mossy Trout", false]);
      vi.useRealTimers();
    }));
});

describe("laby.net, when it is turned on", () => {
  it("adds the names that others observed, without the hidden ones", () =>
    withWorld(
      async (own) => {
        const { java } = await profileOf(own, "username=Marigold_Moth&type=java");
        expect(java?.name_history).toEqual([
          { name: "Larva_Lena", changed_at: null },
          { name: "Cocoon_Cora", changed_at: Date.parse("2020-08-19T07:00:00+02:00") },
          { name: "Marigold_Moth", changed_at: Date.parse("2023-05-01T12:00:00Z") },
        ]);
      },
      (sandbox) => ({ NAME_HISTORY_URL: sandbox["NAME_HISTORY_URL"] ?? "" }),
    ));

  it("never fails an answer", () =>
    withWorld(
      async (own) => {
        own.sandbox.control.fault({ route: "laby.*", fault: { kind: "hang" } });
        const { java, warnings } = await profileOf(own, "username=Marigold_Moth&type=java");
        expect(java?.name_history).toEqual([{ name: "Marigold_Moth", changed_at: null }]);
        expect(warnings).toBeUndefined();
      },
      (sandbox) => ({ NAME_HISTORY_URL: sandbox["NAME_HISTORY_URL"] ?? "" }),
    ));
});

describe("update=true", () => {
  const refresh = (own: TestWorld, value: string, client: string) =>
    own.ask(`/api?username=${value}&update=true`, { client });

  it("fetches anew, and is never kept by a cache", () =>
    withWorld(async (own) => {
      await profileOf(own, "username=Tinker_Tess&type=java");
      const id = (await profileOf(own, "username=Tinker_Tess&type=java")).java?.uuid ?? "";
      own.sandbox.control.change(id, { skin: LOU });
      const reply = await own.ask("/api?username=Tinker_Tess&type=java&update=true");
      const lou = await profileOf(own, "username=Lantern_Lou&type=java");
      const body = profileBody.parse(reply.json());
      expect(body.java?.skin_texture).toBe(lou.java?.skin_texture);
      expect(body.cached).toBe(false);
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect((await profileOf(own, `username=${id}&type=java`)).java).toEqual(body.java);
    }));

  it("is never kept by a cache when it finds nobody either", async () => {
    const reply = await refresh(world, "nobody_at_all", "203.0.113.77");
    expect([reply.status, reply.headers["cache-control"]]).toEqual([404, "no-store"]);
    expect(reply.keep).toBeUndefined();
  });

  it("costs one set of calls for a player who was not known", () =>
    withWorld(async (own) => {
      await refresh(own, "Tinker_Tess&type=java", "203.0.113.1");
      expect(own.sandbox.control.calls().counts).toEqual({
        "mojang-api.name": 1,
        "mojang-session.profile": 1,
      });
    }));

  it("is granted once an hour to a client", () =>
    withWorld(async (own) => {
      expect((await refresh(own, "Tinker_Tess", "203.0.113.1")).status).toBe(200);
      const refused = await refresh(own, "QuietQuill", "203.0.113.1");
      expect(refused.status).toBe(429);
      expect(refused.json()).toMatchObject({ success: false, code: "RATE_LIMITED", status: 429 });
      const wait = Number(refused.headers["retry-after"]);
      expect(wait).toBeGreaterThan(3_590);
      expect(refused.headers).toMatchObject({
        "cache-control": "no-store",
        ratelimit: `"refresh";r=0;t=${wait}`,
        "ratelimit-policy": '"refresh";q=1;w=3600',
      });
      expect((await own.ask("/api?username=QuietQuill")).status).toBe(200);
    }));

  it("is granted once an hour for a profile, by whatever name it is asked", () =>
    withWorld(async (own) => {
      expect((await refresh(own, "Lantern_Lou", "203.0.113.1")).status).toBe(200);
      expect((await refresh(own, LOU, "203.0.113.2")).status).toBe(429);
      expect((await refresh(own, LOU_XUID, "203.0.113.2")).status).toBe(429);
      // Refused for the profile's sake: the client still has its own turn.
      expect((await refresh(own, "Tinker_Tess", "203.0.113.2")).status).toBe(200);
    }));

  it("gives its turn back when the providers do not grant it", () =>
    withWorld(async (own) => {
      const known = await profileOf(own, "username=Tinker_Tess&type=java");
      const off = own.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      const failed = await refresh(own, "Tinker_Tess&type=java", "203.0.113.1");
      const body = profileBody.parse(failed.json());
      expect([failed.status, body.java, body.cached]).toEqual([200, known.java, true]);
      expect(body.warnings).toHaveLength(1);
      expect((await refresh(own, "QuietQuill", "203.0.113.1")).status).toBe(502);
      off();
      expect((await refresh(own, "Tinker_Tess&type=java", "203.0.113.1")).status).toBe(200);
      expect((await refresh(own, "Tinker_Tess&type=java", "203.0.113.1")).status).toBe(429);
    }));

  it("keeps its limit over a restart", () =>
    withWorld(async (own) => {
      await refresh(own, "Tinker_Tess", "203.0.113.1");
      await own.restart();
      expect((await refresh(own, "QuietQuill", "203.0.113.1")).status).toBe(429);
    }));

  it("grants one of a hundred simultaneous attempts", () =>
    withWorld(async (own) => {
      const replies = await Promise.all(
        Array.from({ length: 100 }, () => refresh(own, "Tinker_Tess", "203.0.113.1")),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    }));
});

describe("a conditional lookup", () => {
  it("is answered 304 while the data is the same, first from upstream or from the cache", async () => {
    const first = await world.ask("/api?username=NoodleKnight");
    const ifNoneMatch = first.headers["etag"] ?? "";
    expect(first.headers["x-cache"]).toBe("MISS");
    const second = await world.ask("/api?username=NoodleKnight", { ifNoneMatch });
    expect([second.status, second.bytes.length, second.headers["etag"]]).toEqual([
      304,
      0,
      ifNoneMatch,
    ]);
    expect((await world.ask("/api?username=NoodleKnight", { ifNoneMatch: '"x"' })).status).toBe(
      200,
    );
  });
});
