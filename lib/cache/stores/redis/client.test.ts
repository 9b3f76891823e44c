import { describe, expect, it, onTestFinished } from "vitest";
import { createTestClock } from "../../../../testing/promises/fault-matrix/clock.ts";
import { askRedis } from "../../../../testing/redis.ts";
import { openRedis, useRedis } from "../../../../testing/use-redis.ts";
import {
  AT_ONCE_MS,
  expectFailure,
  increment,
  LIMIT_MS,
  open,
  SLACK_MS,
  startGate,
  timed,
} from "./client.fixture.ts";
import { RedisError } from "./commands.ts";

const { bridge, connectOther, redis, ways } = useRedis("test");

/** Ways in which a Redis that responds does not do its work, and how that ends. */
const REFUSALS: [string, refuse: string, allow: string][] = [
  ["is full", "CONFIG SET maxmemory-policy noeviction maxmemory 1", "CONFIG SET maxmemory 0"],
  ["has become a replica", "REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"],
  [
    "misses its replicas",
    "CONFIG SET min-replicas-to-write 1",
    "CONFIG SET min-replicas-to-write 0",
  ],
  ["does not let this user write", "ACL SETUSER default -@write", "ACL SETUSER default +@all"],
  [
    "does not let this user run scripts",
    "ACL SETUSER default -@scripting",
    "ACL SETUSER default +@all",
  ],
];

describe.each(ways)("a Redis client over %s", (_, address) => {
  it("rejects when a hung Redis does not respond in time, instead of reporting a miss", async () => {
    const { redis: client, direct, changes } = open(address());
    await client.set("a", "1");
    redis().pause();
    const calls = [
      () => client.get("a"),
      () => direct.get("a"),
      () => increment(client, "n"),
      () => client.del("a"),
    ];
    for (const outcome of await Promise.all(calls.map(timed))) {
      expectFailure(outcome, LIMIT_MS + SLACK_MS);
    }
    expect(changes).toEqual([false]);
    for (const call of calls) expectFailure(await timed(call), AT_ONCE_MS);
  });

  it("recovers by itself, without any request, and reports the outage once", async () => {
    const { redis: client, changes, health } = open(address(), { pauseMs: 50 });
    await client.set("a", "1");
    redis().pause();
    expectFailure(await timed(() => client.get("a")), LIMIT_MS + SLACK_MS);
    expect(health()).toEqual({ ok: false });
    await expect(client.get("a")).rejects.toThrow("700 ms");
    redis().resume();
    await expect.poll(() => health()).toEqual({ ok: true });
    expect(changes).toEqual([false, true]);
    expect(await client.get("a")).toBe("1");
  });

  it("rejects while Redis lets clients wait", async () => {
    const { redis: client } = open(address());
    await client.set("a", "1");
    const other = await connectOther();
    await other.sendCommand(["CLIENT", "PAUSE", "3000", "ALL"]);
    expectFailure(await timed(() => client.get("a")), LIMIT_MS + SLACK_MS);
  });

  it("survives the death of Redis and finds the next one", async () => {
    const { redis: client, health } = open(address(), { pauseMs: 50 });
    await client.set("a", "1");
    await redis().kill();
    expectFailure(await timed(() => client.get("a")), LIMIT_MS + SLACK_MS);
    await redis().restart();
    await expect.poll(() => health()).toEqual({ ok: true });
    expect(await client.get("a")).toBeNull();
  });

  it.each(REFUSALS)("is unhealthy while Redis %s, and reads on", async (_, refuse, allow) => {
    const patient = { limitMs: 5_000, pauseMs: 50 };
    const { redis: client, changes, health } = open(address(), patient);
    await client.set("a", "1");
    const other = await connectOther();
    await other.sendCommand(refuse.split(" "));
    await expect(increment(client, "n")).rejects.toThrow(RedisError);
    expect([await client.get("a"), health()]).toEqual(["1", { ok: false }]);
    await other.sendCommand(allow.split(" "));
    await expect.poll(() => health()).toEqual({ ok: true });
    expect(changes).toEqual([false, true]);
  });

  it("stays closed when a command is refused", async () => {
    const { redis: client, direct, health } = open(address());
    const other = await connectOther();
    await other.lPush("list", "x");
    await expect(client.get("list")).rejects.toThrow("WRONGTYPE");
    await expect(direct.get("list")).rejects.toThrow("WRONGTYPE");
    expect(health()).toEqual({ ok: true });
  });

  it("rejects everything once closed", async () => {
    const { redis: client, close, health } = open(address());
    await client.set("a", "1");
    await close();
    await expect(client.get("a")).rejects.toThrow("closed");
    expect(health().ok).toBe(false);
  });

  it("reads and writes again after every connection was cut", async () => {
    const { redis: client } = open(address(), { pauseMs: 50 });
    await client.set("a", "1");
    const other = await connectOther();
    await other.sendCommand(["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
    await expect.poll(() => client.get("a").catch(String)).toBe("1");
  });
});

it("is unhealthy while Redis cannot save and refuses writes, and reads on", async () => {
  const unsaved = await openRedis(["--save", "3600 1", "--dir", "/proc"]);
  const { redis: client, changes, health } = open({ url: unsaved.url }, { pauseMs: 50 });
  await client.set("a", "1");
  await askRedis(unsaved.url, ["BGSAVE"]);
  await expect.poll(() => client.set("b", "2").catch(String)).toMatch(/MISCONF/);
  expect(await client.get("a")).toBe("1");
  expect(health()).toEqual({ ok: false });
  await askRedis(unsaved.url, ["CONFIG", "SET", "stop-writes-on-bgsave-error", "no"]);
  await expect.poll(() => health()).toEqual({ ok: true });
  expect(changes).toEqual([false, true]);
});

describe("over HTTP", () => {
  it.each([
    ["a cut connection", "cut" as const],
    ["an error", { status: 500, contentType: "application/json", body: '{"error":"oops"}' }],
    ["an error page", { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }],
    ["a page", { status: 200, contentType: "text/html", body: "<h1>Welcome</h1>" }],
    ["nothing", { status: 200, contentType: "application/json", body: "" }],
    ["an empty object", { status: 200, contentType: "application/json", body: "{}" }],
    ["null", { status: 200, contentType: "application/json", body: "null" }],
    ["a short list", { status: 200, contentType: "application/json", body: "[]" }],
    ["a long list", { status: 200, contentType: "application/json", body: "[{},{}]" }],
    ["a number", { status: 200, contentType: "application/json", body: "7" }],
  ])("rejects %s, together or alone", async (_, fault) => {
    for (const way of ["redis", "direct"] as const) {
      const client = open({ restUrl: bridge().url, restToken: bridge().token });
      await client[way].set("a", "1");
      bridge().fail(fault);
      await expect(client[way].get("a")).rejects.toThrow(RedisError);
      expect(client.health().ok).toBe(false);
      bridge().fail(undefined);
    }
  });

  it("opens the circuit when the token is wrong, and reveals neither token nor value", async () => {
    const client = open({ restUrl: bridge().url, restToken: "wrong-token" });
    const { error } = {
      error: undefined,
      ...(await timed(() => client.redis.set("a", "private"))),
    };
    expect(String(error)).toContain("Unauthorized");
    const second = await client.redis.get("a").catch(String);
    expect(`${String(error)} ${String(second)}`).not.toMatch(/wrong-token|private/);
    expect(client.health().ok).toBe(false);
  });

  it("does not wait for a slow response", async () => {
    const client = open({ restUrl: bridge().url, restToken: bridge().token });
    await client.redis.set("a", "1");
    bridge().delay(3_000);
    expectFailure(await timed(() => client.redis.get("a")), LIMIT_MS + SLACK_MS);
  });
});

describe("over TCP", () => {
  it("accepts a response that arrived while this process was busy", async () => {
    const { redis: client, health } = open({ url: redis().url });
    await client.set("a", "1");
    const response = client.get("a");
    await new Promise((resolve) => setImmediate(resolve));
    const end = performance.now() + LIMIT_MS + 200;
    while (performance.now() < end);
    expect(await response).toBe("1");
    expect(health()).toEqual({ ok: true });
  });

  it("never sends a command whose caller gave up while it waited for the connection", async () => {
    const gate = await startGate(() => Number(new URL(redis().url).port));
    const letIn = gate.hold();
    const options = { limitMs: 200, pauseMs: 50 };
    const { redis: client, health } = open({ url: `redis://127.0.0.1:${gate.port}/1` }, options);
    await expect(increment(client, "n")).rejects.toThrow(RedisError);
    letIn();
    await expect.poll(() => health()).toEqual({ ok: true });
    expect(await increment(client, "n")).toBe(1);
  });

  it("a Redis that closes idle connections costs no read", async () => {
    const { redis: client, changes, inspected } = open({ url: redis().url });
    await inspected;
    await client.set("a", "1");
    const other = await connectOther();
    const clock = createTestClock();
    onTestFinished(clock.restore);
    for (let times = 0; times < 10; times += 1) {
      clock.advance(1_000);
      await other.sendCommand(["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
      expect(await client.get("a")).toBe("1");
    }
    expect(changes).toEqual([]);
  });

  it("sends a read again when its connection ends, and nothing that could count twice", async () => {
    const gate = await startGate(() => Number(new URL(redis().url).port));
    const {
      redis: client,
      changes,
      inspected,
    } = open({
      url: `redis://127.0.0.1:${gate.port}`,
    });
    await inspected;
    await client.set("n", "1");
    gate.cutOn("GET");
    expect([await client.get("n"), changes]).toEqual(["1", []]);
    gate.cutOn("incr");
    await expect(increment(client, "n")).rejects.toThrow(RedisError);
    expect(changes).toEqual([false]);
  });

  it("uses a password and a database, and reveals neither", async () => {
    const locked = await openRedis(["--requirepass", "s3cret"]);
    const right = open({ url: `${locked.url.replace("//", "//:s3cret@")}/2` });
    await right.redis.set("a", "1");
    expect(await right.redis.get("a")).toBe("1");
    expect(right.description).toBe(`Redis at ${new URL(locked.url).host}`);
    const wrong = open({ url: locked.url.replace("//", "//:wr0ng@") });
    await expect(wrong.redis.get("a")).rejects.toThrow(RedisError);
    expect(wrong.health().ok).toBe(false);
    const second = await wrong.redis.get("a").catch(String);
    expect(JSON.stringify([second, wrong.description])).not.toContain("wr0ng");
  });
});

it("is named by its host alone", () => {
  const upstash = open({ restUrl: "https://eu1-fish.upstash.io", restToken: "t" });
  expect(upstash.description).toBe("Upstash at eu1-fish.upstash.io");
});
