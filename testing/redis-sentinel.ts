import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { askRedis, launchServer, onFreePort, startRedis, untilEach } from "./redis.ts";

const NAME = "nametag-master";
/** Patient, since a master on a busy machine is silent now and then. */
const DOWN_MS = 15_000;

export interface SentinelOptions {
  /** The password of the nodes, and that of the sentinels. */
  password?: string;
  sentinelPassword?: string;
  /** A master that is silent for so long is replaced by its replica. */
  downMs?: number;
}

/** Starts a master, its replica, and three sentinels that watch them, on the loopback address. */
export async function startRedisSentinel({
  password,
  sentinelPassword,
  downMs = DOWN_MS,
}: SentinelOptions = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-sentinel-"));
  const login = password === undefined ? [] : ["--requirepass", password, "--masterauth", password];
  const fast = ["--repl-diskless-sync-delay", "0"];
  const master = await startRedis([...login, ...fast]);
  const port = (url: string) => new URL(url).port;
  const replicaOf = ["--replicaof", `127.0.0.1 ${port(master.url)}`];
  const replica = await startRedis([...login, ...fast, ...replicaOf]);
  const nodes = [master, replica] as const;
  const withPassword = (url: string, secret: string | undefined) =>
    secret === undefined ? url : url.replace("//", `//:${encodeURIComponent(secret)}@`);
  const ask = (node: { url: string }, ...command: string[]) =>
    askRedis(withPassword(node.url, password), command);

  const sentinels = await Promise.all(
    [0, 1, 2].map((index) =>
      onFreePort(async (own) => {
        const file = path.join(directory, `sentinel-${index}.conf`);
        const lines = [
          `port ${own}`,
          "bind 127.0.0.1",
          `dir ${directory}`,
          `sentinel monitor ${NAME} 127.0.0.1 ${port(master.url)} 2`,
          `sentinel down-after-milliseconds ${NAME} ${downMs}`,
          `sentinel failover-timeout ${NAME} 3000`,
          ...(password === undefined ? [] : [`sentinel auth-pass ${NAME} ${password}`]),
          ...(sentinelPassword === undefined
            ? []
            : [`requirepass ${sentinelPassword}`, `sentinel sentinel-pass ${sentinelPassword}`]),
        ];
        await writeFile(file, `${lines.join("\n")}\n`);
        return { url: `redis://127.0.0.1:${own}`, child: await launchServer([file, "--sentinel"]) };
      }),
    ),
  );
  const askSentinel = ({ url }: { url: string }, ...command: string[]) =>
    askRedis(withPassword(url, sentinelPassword), ["SENTINEL", ...command]);
  await untilEach(sentinels, async (sentinel) => {
    const others = (await askSentinel(sentinel, "SENTINELS", NAME)) as unknown[];
    const replicas = (await askSentinel(sentinel, "REPLICAS", NAME)) as unknown[];
    return others.length === 2 && replicas.length === 1;
  });

  return {
    name: NAME,
    nodes,
    ask,
    /** The hosts of the sentinels, separated by commas. */
    hosts: sentinels.map(({ url }) => new URL(url).host).join(),
    url: `redis+sentinel://${NAME}@${sentinels.map(({ url }) => new URL(url).host).join()}/0`,
    /** Has the sentinels make the replica the master, while the master is alive. */
    failOver: () => askSentinel(sentinels[0] as (typeof sentinels)[0], "FAILOVER", NAME),
    /** Stops a sentinel as if its machine hung. */
    pauseSentinel: (index: number) => void sentinels[index]?.child.kill("SIGSTOP"),
    /** Resolves once the replica takes writes. */
    promoted: () =>
      untilEach([replica], async (node) =>
        String(await ask(node, "INFO", "replication")).includes("role:master"),
      ),
    async close() {
      for (const { child } of sentinels) {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
      await Promise.all(nodes.map((node) => node.close()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
