import { describe, expect, it } from "vitest";
import { openSandbox, uuidOf, xuidOf } from "./sandbox.fixture.ts";

const sandbox = await openSandbox();
const { control } = sandbox;

const get = (path: string) => fetch(sandbox.url + path);
const nameOf = (name: string) => get(`/mojang-api/minecraft/profile/lookup/name/${name}`);
const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";
const LOU_BEDROCK = xuidOf("Lantern Lou");

describe("calls", () => {
  it("are counted by route, with and without faults", async () => {
    await nameOf("Lantern_Lou");
    await nameOf("Unknown_Name");
    await get("/geyser/health");
    control.fault({ route: "*", fault: { kind: "drop" } });
    await expect(nameOf("Bea")).rejects.toThrow("fetch failed");
    expect(control.calls().counts).toEqual({ "mojang-api.name": 3, "geyser.health": 1 });
    expect(control.count("mojang-api.name")).toBe(3);
    expect(control.count("geyser.*")).toBe(1);
    expect(control.count("laby.profile")).toBe(0);
    expect(control.count()).toBe(4);
  });

  it("are listed with what was sent", async () => {
    await fetch(`${sandbox.url}/mojang-legacy/profiles/minecraft?at=1`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "nametag" },
      body: '["Bea"]',
    });
    await nameOf("Bea");
    const [first, second] = control.calls().last;
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
    expect(control.count("laby.unknown")).toBe(2);
  });
});

describe("limits", () => {
  it("refuse calls over the limit, counted together for all routes", async () => {
    const names = { routes: ["mojang-api.*", "mojang-legacy.*"], calls: 2, seconds: 60 };
    control.limit([names, { routes: ["mojang-session.*"], calls: 1, seconds: 60 }]);
    const legacy = () => get("/mojang-legacy/users/profiles/minecraft/Bea");
    const requested = [await nameOf("Bea"), await legacy(), await nameOf("Bea"), await legacy()];
    expect(requested.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    expect((await get(`/mojang-session/session/minecraft/profile/${LOU}`)).status).toBe(200);
    expect(control.limits()).toMatchObject([
      { passed: 2, refused: 2 },
      { passed: 1, refused: 0 },
    ]);
    const faults = control.calls().last.map(({ fault }) => fault ?? "none");
    expect(faults.join()).toBe("none,none,throttle,throttle,none");
  });

  it("allow calls again when earlier ones are older than the window", async () => {
    control.limit([{ routes: ["*"], calls: 1, seconds: 0.05 }]);
    expect((await nameOf("Bea")).status).toBe(200);
    expect((await nameOf("Bea")).status).toBe(429);
    await expect.poll(async () => (await nameOf("Bea")).status).toBe(200);
  });

  it("can be set from other processes, and are removed by a reset", async () => {
    const limits = [{ routes: ["mojang-api.*"], calls: 1, seconds: 60 }];
    await fetch(`${sandbox.url}/_control/limits`, { method: "POST", body: JSON.stringify(limits) });
    await nameOf("Bea");
    expect((await nameOf("Bea")).status).toBe(429);
    expect(await (await get("/_control/limits")).json()).toMatchObject([{ passed: 1, refused: 1 }]);
    control.reset();
    expect((await nameOf("Bea")).status).toBe(200);
  });
});

describe("change", () => {
  it("renames: the old name is gone, the new one resolves", async () => {
    control.change(LOU, { name: "Lamp_Lou" });
    expect((await nameOf("Lantern_Lou")).status).toBe(404);
    expect(await (await nameOf("lamp_lou")).json()).toEqual({ id: LOU, name: "Lamp_Lou" });
  });

  it("sets the skin of another player, and removes it", async () => {
    const before = await skinUrl();
    control.change(LOU, { skin: uuidOf("Bea") });
    expect(await skinUrl()).not.toBe(before);
    control.change(LOU, { skin: null, cape: null });
    expect(await skinUrl()).toBe(undefined);
  });

  it("sets any file as a skin", async () => {
    const data = Buffer.from("not a picture").toString("base64");
    control.change(LOU, { skin: `data:image/png;base64,${data}` });
    const hash = (await skinUrl())?.split("/").at(-1);
    expect(await (await get(`/mojang-textures/texture/${hash}`)).text()).toBe("not a picture");
  });

  it("deletes one edition and leaves the other", async () => {
    control.change(LOU, { deleted: true });
    expect((await get(`/mojang-session/session/minecraft/profile/${LOU}`)).status).toBe(204);
    expect(await (await get(`/geyser/v2/xbox/gamertag/${LOU_BEDROCK}`)).json()).toEqual({
      gamertag: "Lantern Lou",
    });
  });

  it("renames on Bedrock, by XUID or Floodgate UUID", async () => {
    const floodgate = BigInt(LOU_BEDROCK).toString(16).padStart(32, "0");
    control.change(floodgate, { gamertag: "Lamp Lou" });
    expect(await (await get("/geyser/v2/xbox/xuid/lamp%20lou")).json()).toEqual({
      xuid: Number(LOU_BEDROCK),
    });
  });

  it("rejects unknown ids and textures", () => {
    expect(() => control.change("17", {})).toThrow("no player has the id 17");
    expect(() => control.change(LOU, { skin: "a hat" })).toThrow("a hat is neither");
  });

  async function skinUrl(): Promise<string | undefined> {
    const response = await get(`/mojang-session/session/minecraft/profile/${LOU}`);
    const { properties } = (await response.json()) as { properties: [{ value: string }] };
    const text = Buffer.from(properties[0].value, "base64").toString();
    return (JSON.parse(text) as { textures: { SKIN?: { url: string } } }).textures.SKIN?.url;
  }
});

describe("latency", () => {
  it("delays the given routes", async () => {
    control.latency(60, "mojang-api.*");
    const start = performance.now();
    await nameOf("Bea");
    expect(performance.now() - start).toBeGreaterThanOrEqual(59);
  });

  it("does not delay other routes", async () => {
    control.latency(3_600_000, "mojang-api.*");
    expect((await get("/geyser/health")).status).toBe(204);
  });

  it("uses the last matching setting", async () => {
    control.latency(3_600_000);
    control.latency(0, "mojang-api.name");
    expect((await nameOf("Bea")).status).toBe(200);
  });
});

it("resets everything", async () => {
  control.change(LOU, { name: "Lamp_Lou" });
  control.fault({ route: "*", fault: { kind: "drop" } });
  control.latency(60_000);
  control.reset();
  expect(await (await nameOf("Lantern_Lou")).json()).toEqual({ id: LOU, name: "Lantern_Lou" });
  expect(control.faults()).toEqual([]);
  expect(control.count()).toBe(1);
});

async function send(method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(`${sandbox.url}/_control/${path}`, init);
  return [response.status, await response.json()] as const;
}

describe("/_control/", () => {
  it("counts and clears calls, but not those to itself", async () => {
    await fetch(`${sandbox.url}/geyser/health`);
    const [, report] = await send("GET", "calls");
    expect(report).toMatchObject({
      total: 1,
      counts: { "geyser.health": 1 },
      last: [{ method: "GET" }],
    });
    await send("DELETE", "calls");
    expect(await send("GET", "calls")).toEqual([200, { total: 0, counts: {}, last: [] }]);
  });

  it("arms and clears faults, one or several at a time", async () => {
    const drop = { route: "geyser.*", fault: { kind: "drop" } };
    const slow = { route: "laby.profile", fault: { kind: "delay", ms: 5 }, times: 2, match: "x" };
    expect(await send("POST", "faults", drop)).toEqual([200, [drop]]);
    expect(await send("POST", "faults", [slow, drop])).toEqual([200, [drop, slow, drop]]);
    expect(await send("GET", "faults")).toEqual([200, [drop, slow, drop]]);
    await expect(fetch(`${sandbox.url}/geyser/health`)).rejects.toThrow("fetch failed");
    await send("DELETE", "faults");
    expect((await fetch(`${sandbox.url}/geyser/health`)).status).toBe(204);
  });

  it("lists players", async () => {
    const [, list] = await send("GET", "players");
    expect(list).toHaveLength(sandbox.players.length);
    expect((list as unknown[])[0]).toEqual({
      group: "Both editions",
      story: expect.stringContaining("linked"),
      java: { uuid: LOU, name: "Lantern_Lou" },
      bedrock: { xuid: LOU_BEDROCK, gamertag: "Lantern Lou" },
    });
  });

  it("changes players", async () => {
    const [status, player] = await send("POST", `players/${LOU}`, { name: "Lamp_Lou" });
    expect(status).toBe(200);
    expect(player).toMatchObject({ java: { uuid: LOU, name: "Lamp_Lou" } });
    expect(control.change(LOU, {}).java?.name).toBe("Lamp_Lou");
  });

  it("sets delays and resets everything", async () => {
    expect(await send("POST", "latency", { ms: 1, route: "geyser.*" })).toEqual([
      200,
      { done: true },
    ]);
    expect(await send("POST", "reset")).toEqual([200, { done: true }]);
  });

  it.each([
    ["an unknown kind of fault", "POST", "faults", { route: "*", fault: { kind: "sneeze" } }, 400],
    [
      "a fault with a misspelt option",
      "POST",
      "faults",
      { route: "*", fault: { kind: "delay", m: 1 } },
      400,
    ],
    ["an unknown route", "POST", "faults", { route: "mojang.name", fault: { kind: "drop" } }, 400],
    ["an unknown player", "POST", "players/17", { name: "X" }, 400],
    ["an unknown change", "POST", `players/${LOU}`, { hat: "red" }, 400],
    ["an unknown path", "GET", "nothing", undefined, 404],
  ])("rejects %s", async (_, method, path, body, expected) => {
    const [status, response] = await send(method, path, body);
    expect(status).toBe(expected);
    expect(response).toEqual({ error: expect.any(String) });
  });
});
