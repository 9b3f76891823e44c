import { expect, it, onTestFinished } from "vitest";
import { openWorld } from "../../world.ts";
import { createTestClock } from "./clock.ts";

it.each([
  ["a folder that cannot be made", { DATA_DIR: "/proc/nothing" }],
  [
    "a folder that cannot be made and a Redis that is not there",
    { DATA_DIR: "/proc/nothing", REDIS_URL: "redis://127.0.0.1:1" },
  ],
])("with every provider down and %s, it responds, and recovers", async (_, environment) => {
  const clock = createTestClock();
  onTestFinished(() => clock.restore());
  const world = await openWorld(() => environment);
  const { control } = world.sandbox;
  control.fault({ route: "*", fault: { kind: "drop" } });
  expect((await world.request("/api/health")).status).toBe(200);
  expect((await world.request("/api/ready")).status).toBe(200);
  const profile = await world.request("/api?username=Lantern_Lou");
  expect([profile.status, profile.json()["code"]]).toEqual([502, "BAD_GATEWAY"]);
  const head = await world.request("/head?username=Lantern_Lou");
  expect([head.status, head.headers["x-texture-source"]]).toEqual([502, "placeholder"]);
  const refresh = await world.request("/api?username=Lantern_Lou&update=true");
  expect(refresh.status).toBe(502);

  control.clearFaults();
  clock.advance(60_000);
  expect((await world.request("/api?username=Lantern_Lou")).status).toBe(200);
  const own = await world.request("/head?username=Lantern_Lou");
  expect([own.status, own.headers["x-texture-source"]]).toEqual([200, "player"]);
  control.clearCalls();
  expect((await world.request("/api?username=Lantern_Lou")).headers["x-cache"]).toBe("HIT");
  expect(control.count()).toBe(0);
});
