import { expect, it, onTestFinished, vi } from "vitest";
import { askRedis } from "../../testing/redis.ts";
import { useRedis } from "../../testing/use-redis.ts";
import { systemClock } from "../time/clock.ts";
import { createChanges } from "./changes.ts";
import { createRedisStore, openRedisClient } from "./stores/redis.ts";

const { bridge, connectOther, redis, withoutReads } = useRedis("test");

const RECENT_MS = 250;
const LISTENING_MS = 20_000;

/** A process on the Redis, with a clock that stands still. */
function open(address: Parameters<typeof openRedisClient>[0] = { url: redis().url }) {
  const client = openRedisClient(address, { limitMs: 2_000, pauseMs: 50 });
  onTestFinished(() => client.close());
  const store = createRedisStore(client, "coordination");
  const forgotten: string[] = [];
  let now = 0;
  const changes = createChanges({
    store,
    listener: {
      forget: (tag) => void forgotten.push(tag),
      forgetAll: () => void forgotten.push("everything"),
    },
    recentMs: RECENT_MS,
    channel: client.channel,
    clock: { ...systemClock, monotonic: () => now },
  });
  const pass = (ms: number) => void (now += ms);
  /** Resolves once what is known stays known for longer than without messages. */
  const listens = () =>
    vi.waitFor(
      async () => {
        await changes.catchUp();
        pass(RECENT_MS);
        expect(changes.isRecent()).toBe(true);
      },
      { timeout: 10_000 },
    );
  return { changes, forgotten, listens, pass, client };
}

it("a change reaches a process that does not read the log itself", async () => {
  const [one, other] = [open(), open()];
  await other.listens();
  one.changes.note("java/1");
  await vi.waitFor(() => expect(other.forgotten).toEqual(["java/1"]), { timeout: 10_000 });
  await one.changes.propagated();
});

it("a process that receives messages still reads the log every twenty seconds", async () => {
  const { changes, listens, pass } = open();
  await listens();
  await changes.catchUp();
  pass(LISTENING_MS - 1);
  expect(changes.isRecent()).toBe(true);
  pass(1);
  expect(changes.isRecent()).toBe(false);
});

it("without a connection that receives messages, it reads as often as before", async () => {
  const { changes, listens, pass, client } = open();
  await listens();
  await redis().kill();
  await client.redis.get("a").catch(() => undefined);
  await changes.catchUp();
  pass(RECENT_MS);
  expect(changes.isRecent()).toBe(false);
  await redis().restart();
  await listens();
});

it("changes missed without a connection are read after reconnecting", async () => {
  const [one, other] = [open(), open()];
  await other.listens();
  const [node] = await other.client.masters();
  const id = await node?.send(["CLIENT", "ID"]);
  await askRedis(redis().url, ["CLIENT", "KILL", "ID", String(id)]);
  one.changes.note("java/1");
  await one.changes.propagated();
  // The next command reconnects.
  await other.client.redis.get("a").catch(() => undefined);
  await vi.waitFor(() => expect(other.forgotten).toEqual(["java/1"]), { timeout: 10_000 });
  await other.listens();
});

it("a change that could not be read when its message came is read soon after", async () => {
  const admin = await connectOther();
  const mayRead = (may: boolean) =>
    admin.sendCommand(["ACL", "SETUSER", "writer", may ? "+get" : "-get"]);
  const address = await withoutReads();
  await mayRead(true);
  const [one, other] = [open(), open(address)];
  await other.listens();
  await other.changes.catchUp();
  await mayRead(false);
  one.changes.note("java/1");
  // Long before twenty seconds have passed.
  const isRecentLater = () => {
    other.pass(RECENT_MS / 10);
    return other.changes.isRecent();
  };
  await expect.poll(isRecentLater).toBe(false);
  // A read that is under way is refused yet.
  await other.changes.catchUp();
  await mayRead(true);
  await other.changes.catchUp();
  expect(other.forgotten).toEqual(["java/1"]);
  expect(other.changes.isRecent()).toBe(true);
});

it("over HTTP there are no messages", async () => {
  const { changes, pass } = open({ restUrl: bridge().url, restToken: bridge().token });
  await changes.catchUp();
  pass(RECENT_MS - 1);
  expect(changes.isRecent()).toBe(true);
  pass(1);
  expect(changes.isRecent()).toBe(false);
});
