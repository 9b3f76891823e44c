import { afterAll, afterEach, expect, it } from "vitest";
import { startSandbox } from "./server.ts";

const sandbox = await startSandbox();
afterAll(() => sandbox.close());
afterEach(() => sandbox.control.reset());

const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";

async function control(method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(`${sandbox.url}/_control/${path}`, init);
  return [response.status, await response.json()] as const;
}

it("counts and forgets calls, but not its own", async () => {
  await fetch(`${sandbox.url}/geyser/health`);
  const [, report] = await control("GET", "calls");
  expect(report).toMatchObject({
    total: 1,
    counts: { "geyser.health": 1 },
    last: [{ method: "GET" }],
  });
  await control("DELETE", "calls");
  expect(await control("GET", "calls")).toEqual([200, { total: 0, counts: {}, last: [] }]);
});

it("arms and clears faults, one or several at a time", async () => {
  const drop = { route: "geyser.*", fault: { kind: "drop" } };
  const slow = { route: "laby.profile", fault: { kind: "delay", ms: 5 }, times: 2, match: "x" };
  expect(await control("POST", "faults", drop)).toEqual([200, [drop]]);
  expect(await control("POST", "faults", [slow, drop])).toEqual([200, [drop, slow, drop]]);
  expect(await control("GET", "faults")).toEqual([200, [drop, slow, drop]]);
  await expect(fetch(`${sandbox.url}/geyser/health`)).rejects.toThrow("fetch failed");
  await control("DELETE", "faults");
  expect((await fetch(`${sandbox.url}/geyser/health`)).status).toBe(204);
});

it("lists players", async () => {
  const [, list] = await control("GET", "players");
  expect(list).toHaveLength(sandbox.players.length);
  expect((list as unknown[])[0]).toEqual({
    group: "Both editions",
    story: expect.stringContaining("linked"),
    java: { uuid: LOU, name: "Lantern_Lou" },
    bedrock: { xuid: sandbox.players[0]?.bedrock?.xuid, gamertag: "Lantern Lou" },
  });
});

it("changes players", async () => {
  const [status, player] = await control("POST", `players/${LOU}`, { name: "Lamp_Lou" });
  expect(status).toBe(200);
  expect(player).toMatchObject({ java: { uuid: LOU, name: "Lamp_Lou" } });
  expect(sandbox.control.change(LOU, {}).java?.name).toBe("Lamp_Lou");
});

it("sets delays and resets everything", async () => {
  expect(await control("POST", "latency", { ms: 1, route: "geyser.*" })).toEqual([
    200,
    { done: true },
  ]);
  expect(await control("POST", "reset")).toEqual([200, { done: true }]);
});

it.each([
  ["a fault of no kind", "POST", "faults", { route: "*", fault: { kind: "sneeze" } }, 400],
  [
    "a fault with a misspelt option",
    "POST",
    "faults",
    { route: "*", fault: { kind: "delay", m: 1 } },
    400,
  ],
  ["a route nobody has", "POST", "faults", { route: "mojang.name", fault: { kind: "drop" } }, 400],
  ["a player nobody is", "POST", "players/17", { name: "X" }, 400],
  ["a change nobody knows", "POST", `players/${LOU}`, { hat: "red" }, 400],
  ["an address nobody has", "GET", "nothing", undefined, 404],
])("refuses %s", async (_, method, path, body, expected) => {
  const [status, answer] = await control(method, path, body);
  expect(status).toBe(expected);
  expect(answer).toEqual({ error: expect.any(String) });
});
