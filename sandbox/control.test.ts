import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { read, useSandbox, uuidOf, xuidOf } from "./sandbox.fixture.ts";

const sandbox = useSandbox();

const get = (path: string) => fetch(sandbox.url + path);
const nameOf = (name: string) => get(`/mojang-api/minecraft/profile/lookup/name/${name}`);
const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";
const LOU_BEDROCK = xuidOf("Lantern Lou");

describe("calls", () => {
  it("are counted by route, with and without faults", async () => {
    await nameOf("Lantern_Lou");
    await nameOf("Unknown_Name");
    await get("/geyser/health");
    sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    await expect(nameOf("Bea")).rejects.toThrow("fetch failed");
    expect(sandbox.control.calls().counts).toEqual({ "mojang-api.name": 3, "geyser.health": 1 });
    expect(sandbox.control.count("mojang-api.name")).toBe(3);
    expect(sandbox.control.count("geyser.*")).toBe(1);
    expect(sandbox.control.count("laby.profile")).toBe(0);
    expect(sandbox.control.count()).toBe(4);
  });

  it("are listed with what was sent", async () => {
    await fetch(`${sandbox.url}/mojang-legacy/profiles/minecraft?at=1`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "nametag" },
      body: '["Bea"]',
    });
    await nameOf("Bea");
    const [first, second] = sandbox.control.calls().last;
    expect(first).toMatchObject({
      route: "mojang-legacy.bulk",
      method: "POST",
      path: "/profiles/minecraft?at=1",
      headers: { "user-agent": "nametag" },
      body: '["Bea"]',
      fault: null,
    });
    expect(second?.at).toBeGreaterThan(first?.at ?? Infinity);
  });

  it("to unknown paths are counted too", async () => {
    expect((await get("/laby/api/v2/nothing")).status).toBe(404);
    expect((await get("/laby/api/v3/user/%E0%A4%A/profile")).status).toBe(404);
    expect(sandbox.control.count("laby.unknown")).toBe(2);
  });
});

describe("change", () => {
  it("renames: the old name is gone, the new one resolves", async () => {
    sandbox.control.change(LOU, { name: "Lamp_Lou" });
    expect((await nameOf("Lantern_Lou")).status).toBe(404);
    expect(await (await nameOf("lamp_lou")).json()).toEqual({ id: LOU, name: "Lamp_Lou" });
  });

  it("sets the skin of another player, and removes it", async () => {
    const before = await skinUrl();
    sandbox.control.change(LOU, { skin: uuidOf("Bea") });
    expect(await skinUrl()).not.toBe(before);
    sandbox.control.change(LOU, { skin: null, cape: null });
    expect(await skinUrl()).toBe(undefined);
  });

  it("sets any file as a skin", async () => {
    const data = Buffer.from("not a picture").toString("base64");
    sandbox.control.change(LOU, { skin: `data:image/png;base64,${data}` });
    const hash = (await skinUrl())?.split("/").at(-1);
    expect(await (await get(`/mojang-textures/texture/${hash}`)).text()).toBe("not a picture");
  });

  it("deletes one edition and leaves the other", async () => {
    sandbox.control.change(LOU, { deleted: true });
    expect((await get(`/mojang-session/session/minecraft/profile/${LOU}`)).status).toBe(204);
    expect(await read(get(`/geyser/v2/xbox/gamertag/${LOU_BEDROCK}`))).toEqual([
      200,
      { gamertag: "Lantern Lou" },
    ]);
  });

  it("renames on Bedrock, by XUID or Floodgate UUID", async () => {
    const floodgate = BigInt(LOU_BEDROCK).toString(16).padStart(32, "0");
    sandbox.control.change(floodgate, { gamertag: "Lamp Lou" });
    expect(await read(get("/geyser/v2/xbox/xuid/lamp%20lou"))).toEqual([
      200,
      { xuid: Number(LOU_BEDROCK) },
    ]);
  });

  it("rejects unknown ids and textures", () => {
    expect(() => sandbox.control.change("17", {})).toThrow("no player has the id 17");
    expect(() => sandbox.control.change(LOU, { skin: "a hat" })).toThrow("a hat is neither");
  });

  async function skinUrl(): Promise<string | undefined> {
    const response = await get(`/mojang-session/session/minecraft/profile/${LOU}`);
    const { properties } = (await response.json()) as { properties: [{ value: string }] };
    const text = Buffer.from(properties[0].value, "base64").toString();
    return (JSON.parse(text) as { textures: { SKIN?: { url: string } } }).textures.SKIN?.url;
  }
});

describe("over HTTP", () => {
  const post = (rule: unknown) =>
    read(
      fetch(`${sandbox.url}/faults`, {
        method: "POST",
        body: typeof rule === "string" ? rule : JSON.stringify(rule),
      }),
    );
  /** The requests that the documentation shows, in its order. */
  const documented = [
    ...readFileSync("docs/development.md", "utf8").matchAll(
      /^curl (-X DELETE )?http:\/\/127\.0\.0\.1:3100(\/\w+)(?: -d '(.*)')?$/gm,
    ),
  ].map(([, deletes, path = "", body]) => ({
    path,
    init: deletes ? { method: "DELETE" } : body === undefined ? {} : { method: "POST", body },
  }));

  it("works as docs/development.md shows", async () => {
    const statuses = [];
    for (const { path, init } of documented) {
      statuses.push((await fetch(sandbox.url + path, init)).status);
    }
    expect(statuses).toEqual([201, 201, 200, 200]);
  });

  it("adds faults, lists them, and removes them", async () => {
    const rule = { route: "mojang-api.name", fault: { kind: "status", status: 503 }, times: 1 };
    expect(await post(rule)).toEqual([201, { faults: [rule] }]);
    const forGood = { route: "geyser.*", fault: { kind: "not-in-cache" } };
    expect(await post(forGood)).toEqual([201, { faults: [rule, forGood] }]);
    expect((await nameOf("Bea")).status).toBe(503);
    expect((await nameOf("Bea")).status).toBe(200);
    const [, calls] = await read(get("/calls"));
    expect(calls).toMatchObject({ total: 2, last: [{ fault: "status" }, { fault: null }] });
    expect(await read(get("/faults"))).toEqual([
      200,
      expect.objectContaining({ faults: [forGood] }),
    ]);
    const deleted = await fetch(`${sandbox.url}/faults`, { method: "DELETE" });
    expect(await deleted.json()).toMatchObject({ faults: [] });
  });

  it.each([
    ["no JSON", "x", "body: "],
    ["no fault", { route: "*" }, "fault: "],
    ["an unknown kind", { route: "*", fault: { kind: "fire" } }, "fault.kind: "],
    ["a wrong field", { route: "*", fault: { kind: "delay", ms: "3" } }, "fault.ms: "],
    ["an unknown route", { route: "mojang", fault: { kind: "drop" } }, "no route is called mojang"],
  ])("refuses %s, and says what is wrong", async (_, rule, sentence) => {
    const [status, body] = await post(rule);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ error: expect.stringContaining(sentence) as string }),
    ]);
    expect(sandbox.control.faults()).toEqual([]);
  });

  it("refuses other methods", async () => {
    const { status, headers } = await fetch(`${sandbox.url}/calls`, { method: "POST" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, DELETE"]);
  });
});

it("resets everything", async () => {
  sandbox.control.change(LOU, { name: "Lamp_Lou" });
  sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
  sandbox.control.reset();
  expect(await (await nameOf("Lantern_Lou")).json()).toEqual({ id: LOU, name: "Lantern_Lou" });
  expect(sandbox.control.count()).toBe(1);
});
