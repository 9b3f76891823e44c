import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createCertificates } from "../../../../testing/certificates.ts";
import { freePort } from "../../../../testing/local-server.ts";
import { aroundTests } from "../../../../testing/opened.ts";
import { askRedis, launchServer } from "../../../../testing/redis.ts";
import { startRedisSentinel } from "../../../../testing/redis-sentinel.ts";
import { openRedis, openRedisSentinel } from "../../../../testing/use-redis.ts";
import { RedisError } from "../redis.ts";
import { open } from "./client.fixture.ts";

const FAST = { limitMs: 5_000, pauseMs: 100 };

describe("the master that sentinels name", () => {
  const opened = aroundTests(() =>
    startRedisSentinel({ password: "m%ster", sentinelPassword: "s&ntinel" }),
  );
  const connect = () => {
    const { name, hosts } = opened();
    const login = "?password=m%25ster&sentinel-password=s%26ntinel";
    return open({ url: `redis+sentinel://${name}@${hosts}/2${login}` }, FAST);
  };
  /** What the replica has, in the database of the clients. */
  const onReplica = async (key: string) => {
    const { url } = opened().nodes[1];
    return askRedis(`${url.replace("//", "//:m%25ster@")}/2`, ["GET", key]);
  };

  it("takes commands and carries messages, each with passwords of their own", async () => {
    const client = connect();
    const { channel, description } = client;
    let heard = 0;
    channel?.listen(() => (heard += 1));
    await client.redis.set("a", "1");
    await expect.poll(() => onReplica("a")).toBe("1");
    await expect.poll(() => channel?.isListening()).toBe(true);
    const before = heard;
    await channel?.send();
    await expect.poll(() => heard - before).toBe(1);
    const { name, hosts } = opened();
    expect(description).toBe(
      `Redis, as ${name} of the sentinels at ${hosts.replaceAll(",", ", ")}`,
    );
  });

  it("that becomes a replica gets no more commands", async () => {
    const client = connect();
    await client.redis.set("b", "1");
    await opened().failOver();
    await opened().promoted();
    // The old one takes writes, which are lost, until the sentinels have told it.
    const write = async (value: string) => {
      await client.redis.set("b", value).catch(() => undefined);
      return onReplica("b");
    };
    await expect.poll(() => write("2")).toBe("2");
    await expect.poll(() => client.health()).toEqual({ ok: true });
    expect(await write("3")).toBe("3");
  });

  it("is found while a sentinel hangs", async () => {
    opened().pauseSentinel(0);
    const client = connect();
    await expect.poll(() => client.redis.set("c", "1").catch(String)).toBe("OK");
  });

  it.each([
    ["is killed", "kill"],
    ["hangs", "pause"],
  ] as const)("that %s is followed by its replica", async (_, how) => {
    const { url, nodes, promoted, ask } = await openRedisSentinel({ downMs: 500 });
    const client = open({ url }, { limitMs: 500, pauseMs: 100 });
    await expect.poll(() => client.redis.set("a", "1").catch(String)).toBe("OK");
    await expect.poll(() => ask(nodes[1], "GET", "a")).toBe("1");
    await nodes[0][how]();
    await promoted();
    await expect.poll(() => client.redis.set("a", "2").catch(String)).toBe("OK");
    expect(await ask(nodes[1], "GET", "a")).toBe("2");
    await expect.poll(() => client.health()).toEqual({ ok: true });
    nodes[0].resume();
  });

  it("is reached by TLS, with a private authority, as they are", async () => {
    const certificates = createCertificates();
    onTestFinished(certificates.remove);
    const [sentinelPort, masterPort] = [await freePort(), await freePort()];
    const settingsOf = (port: number) =>
      Object.entries({ ...certificates.redisSettings(port), "tls-replication": "yes" });
    const login = ["--requirepass", "secret"];
    const options = settingsOf(masterPort).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    await openRedis([...options, ...login]);
    const file = path.join(path.dirname(certificates.ca), "sentinel.conf");
    const lines = [
      "port 0",
      "bind 127.0.0.1",
      ...settingsOf(sentinelPort).map(([name, value]) => `${name} ${value}`),
      `sentinel monitor main 127.0.0.1 ${masterPort} 1`,
      "sentinel auth-pass main secret",
    ];
    writeFileSync(file, `${lines.join("\n")}\n`);
    const sentinel = await launchServer([file, "--sentinel"]);
    onTestFinished(() => void sentinel.kill("SIGKILL"));

    const url = `rediss+sentinel://main@127.0.0.1:${sentinelPort}/0?password=secret`;
    const client = open({ url, ca: readFileSync(certificates.ca, "utf8") }, FAST);
    expect(await client.redis.set("a", "1")).toBe("OK");
    expect(await client.inspected).toMatchObject({ masters: 1 });
    // Without that authority, nobody is trusted.
    await expect(open({ url }, FAST).redis.set("a", "2")).rejects.toThrow(RedisError);
  });
});
