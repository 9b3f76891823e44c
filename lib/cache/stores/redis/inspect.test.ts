import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readFileSync } from "node:fs";
import { ConfigurationError } from "../../../configuration/configuration.ts";
import { createCertificates } from "../../../../testing/certificates.ts";
import { freePort, startBlackHole } from "../../../../testing/local-server.ts";
import { aroundTests } from "../../../../testing/opened.ts";
import { askRedis } from "../../../../testing/redis.ts";
import { startRedisSentinel } from "../../../../testing/redis-sentinel.ts";
import { open } from "./client.fixture.ts";
import type { RedisAddress } from "./client.ts";
import {
  openRedis,
  openRedisCluster,
  openUpstashBridge,
  useRedisCluster,
} from "../../../../testing/use-redis.ts";

const inspect = (address: RedisAddress) => open(address).inspected;

/** The sentence with which a Redis is refused. */
async function refusal(address: RedisAddress): Promise<string> {
  const error = await inspect(address).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigurationError);
  return (error as Error).message;
}

async function redis(options?: readonly string[]) {
  const started = await openRedis(options);
  return { ...started, where: `Redis at ${new URL(started.url).host}` };
}

let certificates: ReturnType<typeof createCertificates>;
let ca: string;

beforeAll(() => {
  certificates = createCertificates();
  ca = readFileSync(certificates.ca, "utf8");
  return certificates.remove;
});

const sentinels = aroundTests(() => startRedisSentinel());
const oneNode = useRedisCluster({ masters: 1 });

/** Otherwise, Redis 7.0 does not tell clients its ports for TLS. */
const tlsSettings = (port: number) => ({
  ...certificates.redisSettings(port),
  "tls-cluster": "yes",
});

const tlsOptions = (port: number) =>
  Object.entries(tlsSettings(port)).flatMap(([name, value]) => [`--${name}`, `${value}`]);

describe("says what it is connected to", () => {
  it("on one node", async () => {
    const { url } = await redis(["--maxmemory-policy", "volatile-lru"]);
    expect(await inspect({ url })).toEqual({
      nodes: 1,
      masters: 1,
      version: expect.stringMatching(/^(redis|valkey) \d+\.\d+/),
      policies: ["volatile-lru"],
    });
  });

  it("on a cluster, also when it is known by one node", async () => {
    const cluster = await openRedisCluster({ masters: 2, replicas: 1 });
    await cluster.nodes[1]?.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    for (const url of [cluster.url, cluster.nodes[0]?.url ?? ""]) {
      const { policies = [], ...report } = (await inspect({ url })) ?? {};
      expect(report).toMatchObject({ nodes: 4, masters: 2 });
      expect(policies.toSorted()).toEqual(["allkeys-lru", "noeviction"]);
    }
  });

  it("on the master of sentinels", async () => {
    expect(await inspect({ url: sentinels().url })).toMatchObject({ nodes: 2, masters: 1 });
  });

  it("on Upstash", async () => {
    const { url } = await redis();
    const bridge = await openUpstashBridge(url);
    const report = await inspect({ restUrl: bridge.url, restToken: bridge.token });
    expect(report).toMatchObject({ nodes: 1, version: expect.stringMatching(/^redis \d/) });
  });

  it("on a Redis with a certificate of a private authority", async () => {
    const port = await freePort();
    await redis(tlsOptions(port));
    expect(await inspect({ url: `rediss://127.0.0.1:${port}`, ca })).toMatchObject({ nodes: 1 });
  });

  it("on a cluster with TLS, and a user of its own", async () => {
    const ports = await Promise.all([freePort(), freePort()]);
    const cluster = await openRedisCluster({
      masters: 2,
      options: (index) => tlsSettings(ports[index] ?? 0),
    });
    const user = "ACL SETUSER tag on >p%ss ~nametag:1:* &nametag:1:* -@all";
    const may = "+get +set +del +pttl +eval +evalsha +time +publish +subscribe +cluster|slots";
    await Promise.all(cluster.nodes.map((node) => node.ask(...`${user} ${may}`.split(" "))));
    const url = `rediss+cluster://tag:p%25ss@127.0.0.1:${ports[0]}`;
    // Without INFO, there is no policy, and there are no replicas to count.
    expect(await inspect({ url, ca })).toMatchObject({ nodes: 2, masters: 2, policies: [] });
  });
});

describe("ends the start with a sentence", () => {
  it("about a missing password, and about a wrong one", async () => {
    const { url, where } = await redis(["--requirepass", "secret"]);
    expect(await refusal({ url })).toBe(
      `REDIS_URL must have a user and a password, as in redis://user:password@host:6379, since ${where} needs them.`,
    );
    for (const login of [":wr0ng@", "nobody:secret@"]) {
      expect(await refusal({ url: url.replace("//", `//${login}`) })).toBe(
        `REDIS_URL must have the right user and password: ${where} refuses these.`,
      );
    }
  });

  it.each([
    ["a command", "~nametag:1:* +@all -pttl", "PTTL on nametag:1:values:*"],
    ["a command of scripts", "~nametag:1:* +@all -time", "EVAL on nametag:1:values:*"],
    ["scripts", "~nametag:1:* +@all -@scripting", "EVAL on nametag:1:values:*"],
    ["keys", "~nametag:1:values:* ~nametag:1:textures:* +@all", "SET on nametag:1:coordination:*"],
    ["writing", "%R~nametag:1:* +@all", "SET on nametag:1:values:*"],
  ])("about a user who may not use %s", async (_, may, refused) => {
    const { url, where } = await redis();
    await askRedis(url, `ACL SETUSER tag on >pw &* ${may}`.split(" "));
    expect(await refusal({ url: url.replace("//", "//tag:pw@") })).toBe(
      `REDIS_URL must name a user who may run GET, SET, DEL, PTTL, EVAL, EVALSHA and TIME on nametag:1:*: ${where} does not permit ${refused}.`,
    );
  });

  it("about a user who may not see the nodes of a cluster", async () => {
    await oneNode.nodes[0]?.ask(..."ACL SETUSER tag on >pw ~* &* +@all -cluster".split(" "));
    expect(await refusal({ url: oneNode.url.replace("//", "//tag:pw@") })).toContain(
      "REDIS_URL must name a user who may connect and run CLUSTER SLOTS: ",
    );
  });

  it("about a cluster without slots, or with some that have no node", async () => {
    const cluster = await openRedisCluster({ masters: 0, empty: 1 });
    const [node] = cluster.nodes;
    const sentence = /^REDIS_URL must lead to a cluster whose slots all have a node, .+\.$/;
    for (const url of [cluster.url, node?.url ?? ""]) {
      expect(await refusal({ url })).toMatch(sentence);
    }
    await node?.ask("CLUSTER", "ADDSLOTSRANGE", "0", "16000");
    expect(await refusal({ url: cluster.url })).toMatch(sentence);
  });

  it("about a Redis of another kind than the URL says", async () => {
    const { url } = await redis();
    const { host } = new URL(url);
    expect(await refusal({ url: `redis+cluster://${host}` })).toBe(
      `REDIS_URL must begin with redis:// or rediss://: Redis Cluster at ${host} is no cluster.`,
    );
    expect(await refusal({ url: `redis+sentinel://name@${host}` })).toBe(
      `REDIS_URL must begin with redis:// or rediss://, or name sentinels: Redis, as name of the sentinels at ${host}, is no sentinel.`,
    );
    expect(await refusal({ url: `redis://${sentinels().hosts.split(",")[0]}` })).toContain(
      "REDIS_URL must begin with redis+sentinel:// and the name of the master",
    );
  });

  it("about a Redis before 6, which does not know HELLO", async () => {
    const { url, where } = await redis(["--rename-command", "HELLO", ""]);
    expect(await refusal({ url })).toBe(
      `REDIS_URL must lead to Redis 6 or newer, or to Valkey: ${where} does not know HELLO.`,
    );
  });

  it("about a replica", async () => {
    const { url: master } = await redis();
    const { url, where } = await redis(["--replicaof", `127.0.0.1 ${new URL(master).port}`]);
    expect(await refusal({ url })).toBe(
      `REDIS_URL must lead to a master, which takes writes: ${where} is a read-only replica.`,
    );
  });

  it("about a database that there is not", async () => {
    const { url } = await redis(["--databases", "4"]);
    expect(await refusal({ url: `${url}/7` })).toContain("a database that exists");
    expect(await refusal({ url: `${oneNode.nodes[0]?.url}/2` })).toContain("no database but 0");
  });

  it("about a master that sentinels do not know", async () => {
    expect(await refusal({ url: `redis+sentinel://other@${sentinels().hosts}` })).toContain(
      "REDIS_URL must have the name that the sentinels give their master",
    );
  });

  it("about a certificate of another authority, or for another host", async () => {
    const port = await freePort();
    await redis(tlsOptions(port));
    expect(await refusal({ url: `rediss://127.0.0.1:${port}` })).toContain(
      "REDIS_TLS_CA must be the file of the authority that signed the certificate",
    );
    expect(await refusal({ url: `rediss://localhost:${port}`, ca })).toContain(
      "REDIS_URL must name the host by a name in its certificate",
    );
  });

  it("about a wrong token of Upstash, or one that only reads", async () => {
    const { url } = await redis();
    const bridge = await openUpstashBridge(url);
    expect(await refusal({ restUrl: bridge.url, restToken: "wr0ng" })).toMatch(
      /^UPSTASH_REDIS_REST_TOKEN must be the token of Upstash at 127\.0\.0\.1:\d+, which refuses this one\.$/,
    );
    await askRedis(url, ["ACL", "SETUSER", "default", "-set"]);
    expect(await refusal({ restUrl: bridge.url, restToken: bridge.token })).toContain(
      "UPSTASH_REDIS_REST_TOKEN must be a token that may write",
    );
  });
});

describe("lets the service start", () => {
  it("when nothing responds", async () => {
    const hole = await startBlackHole();
    onTestFinished(() => hole.close());
    const hosts = [`127.0.0.1:${hole.port}`, `127.0.0.1:${await freePort()}`];
    const addresses = hosts.flatMap((host): RedisAddress[] => [
      ...["redis://", "redis+cluster://", "redis+sentinel://name@"].map((scheme) => ({
        url: scheme + host,
      })),
      { restUrl: `http://${host}`, restToken: "token" },
    ]);
    const reports = await Promise.all(addresses.map(inspect));
    expect(reports).toEqual(addresses.map(() => undefined));
  });

  it("when it is full, since room may be made", async () => {
    const { url } = await redis(["--maxmemory", "1", "--maxmemory-policy", "noeviction"]);
    expect(await inspect({ url })).toBeUndefined();
  });
});
