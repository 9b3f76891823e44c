import { describe, expect, it } from "vitest";
import { dashed } from "../contract/identifiers.ts";
import {
  LOU,
  LOU_XUID,
  errorOf,
  profileOf,
  withWorld,
  openWorld,
  useWorld,
} from "../../testing/world.ts";

const world = useWorld();

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
    expect(java).toMatchObject({
      username: "Lantern_Lou",
      uuid: LOU,
      uuid_dashed: dashed(LOU),
      // It is made of the name as it is spelled now, however the player was looked up.
      offline_uuid: "540824bbbb3b388e9ba8e7169b3e5f24",
      model: "classic",
    });
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
    ["Java when only Java is requested", "username=Lantern_Lou&type=java", true, false],
    ["Bedrock when only Bedrock is requested", "username=Lantern_Lou&type=bedrock", false, true],
    ["the linked Java account of an XUID", `username=${LOU_XUID}&type=java`, true, false],
    ["the linked Bedrock account of a UUID", `username=${LOU}&type=bedrock`, false, true],
    ["a Bedrock-only player", "username=Mossy+Minnow", false, true],
    ["a Java-only player", "username=Tinker_Tess", true, false],
    ["a gamertag in Cyrillic", `username=${encodeURIComponent("мшистый пень")}`, false, true],
    ["a gamertag in Japanese", `username=${encodeURIComponent("苔むす狐")}`, false, true],
    ["a gamertag with its suffix", "username=Biscuit%234821", false, true],
    ["the lowest XUID", "username=2533274790395904", false, true],
    ["the highest XUID", "username=2814749767106559", false, true],
    ["a player unknown to Geyser", "username=HermitHazel", false, true],
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

  it("never merges two players that share a name", async () => {
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

  it("takes a leading dot as Floodgate's prefix first, and as part of a Java name with type=java", async () => {
    const bedrock = await profileOf(world, "username=.Leaf");
    expect([bedrock.java, bedrock.bedrock?.gamertag]).toEqual([undefined, "Leaf"]);
    const java = await profileOf(world, "username=.Leaf&type=java");
    expect([java.java?.username, java.bedrock]).toEqual([".Leaf", undefined]);
  });

  it("takes a leading dot as part of a Java name when Bedrock finds no player", async () => {
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.change("2730011223344556", { deleted: true });
    expect((await profileOf(ownWorld, "username=.Leaf")).java?.username).toBe(".Leaf");
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
    ["username=%20%20", "MISSING_PARAMETER"],
    ["username=%ff", "INVALID_PARAMETER"],
    ["username=a&username=b", "INVALID_PARAMETER"],
    ["username=a&update=1", "INVALID_PARAMETER"],
    ["social=0", "INVALID_PARAMETER"],
    ["recent=yes", "INVALID_PARAMETER"],
  ])("answers 400 to ?%s", async (query, code) => {
    expect(await errorOf(world, query)).toMatchObject({ status: 400, code });
  });
});

describe("a conditional lookup", () => {
  it("is answered 304 while the data is the same, first from upstream or from the cache", async () => {
    const first = await world.request("/api?username=NoodleKnight");
    const ifNoneMatch = first.headers["etag"] ?? "";
    expect(first.headers["x-cache"]).toBe("MISS");
    const second = await world.request("/api?username=NoodleKnight", { ifNoneMatch });
    expect([second.status, second.bytes.length, second.headers["etag"]]).toEqual([
      304,
      0,
      ifNoneMatch,
    ]);
    expect((await world.request("/api?username=NoodleKnight", { ifNoneMatch: '"x"' })).status).toBe(
      200,
    );
  });
});

describe("upstream calls", () => {
  it("are one set for a player, for all spellings and any number of requests", () =>
    withWorld(async (ownWorld) => {
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
          profileOf(ownWorld, `username=${spellings[index % 2] ?? ""}`),
        ),
      );
      for (const spelling of spellings) await profileOf(ownWorld, `username=${spelling}`);
      const { counts } = ownWorld.sandbox.control.calls();
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

  it("are one set for a Bedrock player, for 200 requests at the same time", () =>
    withWorld(async (ownWorld) => {
      const spellings = ["Mossy+Minnow", "2796662987455236", ".mossy_minnow"];
      await Promise.all(
        Array.from({ length: 201 }, (_, index) =>
          ownWorld.request(
            `${index % 2 ? "/api" : "/head"}?username=${spellings[index % 3] ?? ""}&type=bedrock`,
          ),
        ),
      );
      expect(ownWorld.sandbox.control.calls().counts).toEqual({
        "geyser.xuid": 1,
        "geyser.gamertag": 1,
        "geyser.skin": 1,
        "geyser.link-bedrock": 1,
        "mojang-textures.texture": 1,
      });
    }));

  it("are none for Java when only Bedrock is requested", () =>
    withWorld(async (ownWorld) => {
      await profileOf(ownWorld, "username=Lantern_Lou&type=bedrock");
      await ownWorld.request("/api?username=nobody_at_all&type=bedrock");
      await profileOf(ownWorld, `username=${LOU_XUID}&type=bedrock`);
      expect(ownWorld.sandbox.control.count("mojang-*")).toBe(0);
      expect(ownWorld.sandbox.control.count("playerdb.java")).toBe(0);
    }));

  it("are none for an impossible identifier", () =>
    withWorld(async (ownWorld) => {
      await errorOf(ownWorld, "username=00000000-0000-0000-0000-000000000000");
      await errorOf(ownWorld, "username=b50ad385-829d-3141-a216-7e7d7539ba7f");
      await errorOf(ownWorld, "username=%3Cscript%3E");
      expect(ownWorld.sandbox.control.count()).toBe(0);
    }));

  it("are none when an unknown player is requested again", () =>
    withWorld(async (ownWorld) => {
      await errorOf(ownWorld, "username=nobody_at_all");
      ownWorld.sandbox.control.clearCalls();
      expect((await errorOf(ownWorld, "username=Nobody_At_All")).headers["x-cache"]).toBe("HIT");
      expect(ownWorld.sandbox.control.count()).toBe(0);
    }));

  it("are none after a restart on the same store", () =>
    withWorld(async (ownWorld) => {
      const before = await profileOf(ownWorld, "username=Lantern_Lou");
      ownWorld.sandbox.control.clearCalls();
      await ownWorld.restart();
      expect(await profileOf(ownWorld, "username=Lantern_Lou")).toEqual({
        ...before,
        cached: true,
      });
      expect(ownWorld.sandbox.control.count()).toBe(0);
    }));
});
