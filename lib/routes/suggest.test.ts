import { describe, expect, it } from "vitest";
import { suggestionsBody } from "../contract/status.ts";
import { LOU, LOU_XUID, openWorld, useWorld, type TestWorld } from "../../testing/world.ts";

async function suggested(world: TestWorld, q: string) {
  const reply = await world.request(`/api/suggest?${new URLSearchParams({ q })}`);
  expect([q, reply.status]).toEqual([q, 200]);
  return suggestionsBody.parse(reply.json()).suggestions;
}

async function namesFor(world: TestWorld, q: string): Promise<string[]> {
  return (await suggested(world, q)).map(({ username }) => username);
}

async function lookUp(world: TestWorld, ...players: string[]): Promise<void> {
  for (const username of players) {
    await world.request(`/api?${new URLSearchParams({ username })}`);
  }
}

describe("GET /api/suggest", () => {
  const world = useWorld();

  it("knows players once they were found, whoever was looked up last before the others", async () => {
    expect(await namesFor(world, "la")).toEqual([]);
    await lookUp(world, "Lantern_Lou", "Tinker_Tess", ".Mossy_Minnow", "PebblePenny", "nobody");
    world.sandbox.control.clearCalls();
    expect(await suggested(world, "lan")).toEqual([
      {
        username: "Lantern_Lou",
        edition: "java",
        editions: ["java", "bedrock"],
        id: LOU,
        head_url: "/head?username=Lantern_Lou&type=java",
      },
    ]);
    expect(await namesFor(world, "T")).toEqual(["Tinker_Tess"]);
    expect((await suggested(world, "pebble")).map(({ edition }) => edition)).toEqual([
      "java",
      "bedrock",
    ]);
    expect(await namesFor(world, "nobody")).toEqual([]);
    expect(world.sandbox.control.count()).toBe(0);
  });

  it.each([
    ["LANTERN_L", ["Lantern_Lou"]],
    ["lantern lou", ["Lantern_Lou"]],
    [" lantern", ["Lantern_Lou"]],
    ["mossy_m", ["Mossy Minnow"]],
    [".mossy", ["Mossy Minnow"]],
    ["Minnow", []],
    [LOU, []],
    ["%00\u{1F600}(", []],
    ["x".repeat(64), []],
  ])("reads %j as the beginning of a name", async (q, names) => {
    expect(await namesFor(world, q)).toEqual(names);
  });

  it.each([
    ["", "MISSING_PARAMETER"],
    ["q=", "MISSING_PARAMETER"],
    ["q=%20", "MISSING_PARAMETER"],
    ["username=lan", "MISSING_PARAMETER"],
    [`q=${"x".repeat(65)}`, "INVALID_PARAMETER"],
    ["q=a&q=b", "INVALID_PARAMETER"],
  ])("refuses ?%s", async (query, code) => {
    const reply = await world.request(`/api/suggest?${query}`);
    expect([reply.status, reply.json()["code"]]).toEqual([400, code]);
  });

  it("is fresh for 30 seconds, and 304 for who has it", async () => {
    const { headers } = await world.request("/api/suggest?q=lan");
    expect(headers["cache-control"]).toBe("public, max-age=30");
    const ifNoneMatch = headers["etag"] ?? "";
    expect((await world.request("/api/suggest?q=lan", { ifNoneMatch })).status).toBe(304);
  });

  it("suggests at most ten, exactly this name before longer ones", async () => {
    const own = await openWorld();
    const crowd = Array.from({ length: 12 }, (_, index) => `Extra_${index + 1}`);
    for (const name of crowd) await own.request(`/api?username=${name}&type=java`);
    const names = await namesFor(own, "extra_1");
    expect(names).toEqual(["Extra_1", "Extra_12", "Extra_11", "Extra_10"]);
    expect(await namesFor(own, "extra")).toEqual(crowd.toReversed().slice(0, 10));
  });

  it("knows the recent lookups of other processes, and after a restart", async () => {
    const own = await openWorld();
    await lookUp(own, "Lantern_Lou");
    await own.restart();
    expect(await namesFor(own, "lan")).toEqual(["Lantern_Lou"]);
  });

  it("knows a player by the new name alone", async () => {
    const own = await openWorld();
    await lookUp(own, "Tinker_Tess");
    const [tess] = await suggested(own, "tink");
    own.sandbox.control.change(tess?.id ?? "", { name: "Tess_Renamed" });
    await own.request(`/api?uuid=${tess?.id}&update=true`);
    expect(await namesFor(own, "ti")).toEqual([]);
    expect(await namesFor(own, "te")).toEqual(["Tess_Renamed"]);
  });
});

it("never suggests a player who is excluded, nor the linked account", async () => {
  const own = await openWorld(() => ({ EXCLUDED_PLAYERS: LOU_XUID }));
  await lookUp(own, "Lantern_Lou", LOU_XUID, "Tinker_Tess");
  expect(await namesFor(own, "lan")).toEqual([]);
  expect(await namesFor(own, "tin")).toEqual(["Tinker_Tess"]);
});
