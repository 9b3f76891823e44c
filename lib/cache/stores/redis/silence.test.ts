import { describe, expect, it, onTestFinished } from "vitest";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../../../testing/local-server.ts";
import { createTestClock } from "../../../../testing/promises/fault-matrix/clock.ts";
import { aroundTests } from "../../../../testing/opened.ts";
import { launchServer, startRedis } from "../../../../testing/redis.ts";
import type { ClusterNode } from "../../../../testing/redis-cluster.ts";
import { useRedisCluster } from "../../../../testing/use-redis.ts";
import { RedisError } from "../redis.ts";
import { LIMIT_MS, open, startGate } from "./client.fixture.ts";

type Gate = Awaited<ReturnType<typeof startGate>>;

const redis = aroundTests(() => startRedis());
const cluster = useRedisCluster({ masters: 1 });

const gateBefore = ({ url }: { url: string }) => startGate(() => Number(new URL(url).port));

/** A Redis behind a gate that can go silent, and the URL that leads through it. */
const WAYS: [string, () => Promise<Gate & { url: string }>][] = [
  [
    "one node",
    async () => {
      const gate = await gateBefore(redis());
      return { ...gate, url: `redis://127.0.0.1:${gate.port}` };
    },
  ],
  [
    "a cluster",
    async () => {
      const [node] = cluster.nodes as [ClusterNode];
      const gate = await gateBefore(node);
      await node.ask("CONFIG", "SET", "cluster-announce-port", `${gate.port}`);
      return { ...gate, url: `redis+cluster://127.0.0.1:${gate.port}` };
    },
  ],
  [
    "the master that a sentinel names",
    async () => {
      const gate = await gateBefore(redis());
      const folder = mkdtempSync(path.join(tmpdir(), "nametag-silence-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const [port, file] = [await freePort(), path.join(folder, "sentinel.conf")];
      const lines = [`port ${port}`, "bind 127.0.0.1", `dir ${folder}`];
      writeFileSync(
        file,
        [...lines, `sentinel monitor main 127.0.0.1 ${gate.port} 1`, ""].join("\n"),
      );
      const sentinel = await launchServer([file, "--sentinel"]);
      onTestFinished(() => void sentinel.kill("SIGKILL"));
      return { ...gate, url: `redis+sentinel://main@127.0.0.1:${port}/0` };
    },
  ],
];

/** A client that receives messages, and what was heard. Nothing but one probe at once can mend it. */
async function openListening(url: string) {
  const client = open({ url }, { pauseMs: 3_600_000 });
  await client.inspected;
  let heard = 0;
  const channel = client.channel;
  channel?.listen(() => (heard += 1));
  await expect.poll(() => channel?.isListening()).toBe(true);
  return { ...client, heard: () => heard, isListening: () => channel?.isListening() };
}

describe.each(WAYS)("connections to %s that die without a word", (_, connect) => {
  it("are replaced while only memory is in use, before a request is lost on them", async () => {
    const { url, silence } = await connect();
    const { redis, changes, heard, isListening } = await openListening(url);
    const before = heard();
    silence();
    // Responses from memory call `isListening`, too. Messages that were missed count as one.
    await expect.poll(() => [isListening(), heard() > before]).toEqual([true, true]);
    expect([await redis.set("a", "1"), await redis.get("a"), changes]).toEqual(["OK", "1", []]);
  });

  it("cost one time limit where a request comes first, and no pause after it", async () => {
    const { url, silence } = await connect();
    const { redis, changes, health } = await openListening(url);
    const clock = createTestClock();
    onTestFinished(clock.restore);
    // A cluster was not just connected to.
    clock.advance(1_000);
    silence();
    const outcome = await redis.set("a", "1").catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(RedisError);
    expect(String(outcome)).toContain(`${LIMIT_MS} ms`);
    await expect.poll(() => health()).toEqual({ ok: true });
    expect([await redis.set("a", "2"), changes]).toEqual(["OK", [false, true]]);
  });
});

// After a sentinel has named its master, that is one node.
describe.each(WAYS.slice(0, 2))("a Redis that closes connections to %s", (_, connect) => {
  it("after each reply costs a few at once, and then one a second", async () => {
    const { url, closeAfter, closed } = await connect();
    const { redis, isListening } = await openListening(url);
    closeAfter(/\b(?:get|subscribe)\b/i);
    const began = performance.now();
    for (let count = 0; count < 100; count += 1) {
      isListening();
      await redis.get("nametag:1:a").catch(() => undefined);
    }
    const seconds = (performance.now() - began) / 1_000;
    // A cluster has two connections: one is asked for messages, the other one reads.
    expect(closed()).toBeLessThanOrEqual(2 * (5 + seconds));
    expect(closed()).toBeGreaterThan(0);
  });

  it("after a subscription is used without messages", async () => {
    const { url, closeAfter, closed } = await connect();
    closeAfter(/subscribe|publish/i);
    const { redis, channel, inspected } = open({ url }, { pauseMs: 50 });
    await inspected;
    channel?.listen(() => undefined);
    await expect.poll(() => channel?.isListening() === false && closed()).toBe(2);
    await expect.poll(() => redis.set("a", "1").catch(String)).toBe("OK");
    for (let count = 0; count < 50; count += 1) {
      expect([channel?.isListening(), await redis.get("a")]).toEqual([false, "1"]);
    }
    expect(closed()).toBe(2);
  });
});
