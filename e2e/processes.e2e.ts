import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { startRedis } from "../lib/testing/redis.ts";
import { root } from "../scripts/prepare.mjs";
import { childrenOf, portOf, START, withProgram, type Program } from "./support/program.ts";
import { expect, test } from "./support/test.ts";
import { withWorld } from "./support/service.ts";

test.describe("a process that keeps ending", () => {
  test("is replaced four times within a minute, then the service ends with 1", () =>
    withProcesses({ DATA_DIR: test.info().outputDir }, async ({ pid, ended, printed }) => {
      const killed = new Set<number>();
      while (killed.size < 5) {
        const [next] = childrenOf(pid).filter((child) => !killed.has(child));
        if (next === undefined) {
          await expect.poll(() => childrenOf(pid).some((child) => !killed.has(child))).toBe(true);
          continue;
        }
        killed.add(next);
        process.kill(next, "SIGKILL");
        await expect.poll(() => childrenOf(pid)).not.toContain(next);
      }
      expect(await ended()).toEqual([1, null]);
      expect(printed.stderr).toBe("Nametag ends, since its processes keep ending.\n");
      const waits = [...printed.stdout.matchAll(/"waitMs":(\d+)/g)].map(([, wait]) => Number(wait));
      expect(waits).toEqual([100, 200, 400, 800]);
    }));

  test("says why when it cannot start again", async () => {
    const free = await takePort(0);
    const { port } = free.address() as { port: number };
    free.close();
    const variables = { PORT: String(port), DATA_DIR: test.info().outputDir };
    await withProcesses(variables, async ({ pid, ended, printed }) => {
      for (const child of childrenOf(pid)) process.kill(child, "SIGKILL");
      const other = await takePort(port);
      expect(await ended()).toEqual([1, null]);
      expect(printed.stderr).toBe(
        `Nametag ends, since its processes keep ending. The last reason: Cannot listen on 127.0.0.1:${port}: another program uses this port.\n`,
      );
      other.close();
    });
  });
});

test("no process continues without the leader", () =>
  withProcesses({ DATA_DIR: test.info().outputDir }, async ({ process: child, ended }) => {
    child.kill("SIGKILL");
    expect(await ended()).toEqual([null, "SIGKILL"]);
  }));

test("a process that hangs does not keep the others from ending", () =>
  withProcesses({ DATA_DIR: test.info().outputDir }, async ({ process: child, pid, ended }) => {
    process.kill(childrenOf(pid)[0] ?? 0, "SIGSTOP");
    child.kill("SIGTERM");
    expect(await ended()).toEqual([1, null]);
  }));

for (const [name, processes] of [
  ["one process", "1"],
  ["two processes", "2"],
] as const) {
  test(`a Redis that hangs does not keep ${name} from ending in time`, async () => {
    const redis = await startRedis();
    // The hanging Redis is logged as an error.
    const variables = { REDIS_URL: redis.url, WEB_CONCURRENCY: processes, LOG_LEVEL: "fatal" };
    try {
      await withWorld(variables, async ({ service }) => {
        expect(await statusOf(`${service.url}/api?username=Lantern_Lou`)).toBe(200);
        redis.pause();
        expect(await statusOf(`${service.url}/api?username=Lantern_Lou`)).toBe(200);
        await service.stop();
      });
    } finally {
      await redis.close();
    }
  });
}

test("a store that never finishes closing is abandoned after a second", () =>
  withProgram(
    [process.execPath, path.join(root, "e2e", "support", "close-never.mjs")],
    {},
    async ({ process: child, ended, printed }) => {
      await expect.poll(() => printed.stdout).toContain("Listening");
      child.kill("SIGINT");
      expect(await ended()).toEqual([0, null]);
      expect(printed.stdout).toContain("The stores did not close in time");
    },
  ));

test("fails no request while it drains", () =>
  withWorld({}, async ({ service }) => {
    expect(await statusOf(`${service.url}/api?username=Lantern_Lou`)).toBe(200);
    let stopping = false;
    const failures: unknown[] = [];
    const client = async () => {
      while (!stopping) {
        const status = await statusOf(`${service.url}/api?username=Lantern_Lou`).catch(String);
        if (status !== 200) failures.push(status);
      }
    };
    const clients = Array.from({ length: 20 }, client);
    await expect.poll(() => statusOf(`${service.url}/api/ready`)).toBe(200);
    const stopped = service.stop();
    await expect.poll(() => statusOf(`${service.url}/api/ready`)).toBe(503);
    stopping = true;
    await Promise.all(clients);
    await stopped;
    expect(failures).toEqual([]);
  }));

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { connection: "close" } });
  await response.arrayBuffer();
  return response.status;
}

/** Runs two processes that serve; providers are not called. */
function withProcesses(
  variables: Record<string, string>,
  use: (program: Program) => Promise<void>,
): Promise<void> {
  return withProgram(START, { WEB_CONCURRENCY: "2", ...variables }, async (program) => {
    const { printed, pid } = program;
    await expect.poll(() => printed.stdout.split("Listening").length - 1).toBe(2);
    const url = `http://127.0.0.1:${await portOf(program)}/api/ready`;
    // New connections go to both in turn: one that ends before it is ready is not replaced.
    const ready = () => Promise.all(Array.from({ length: 4 }, () => statusOf(url)));
    await expect.poll(ready, { timeout: 60_000 }).toEqual([200, 200, 200, 200]);
    expect(childrenOf(pid)).toHaveLength(2);
    await use(program);
  });
}

/** Listens on a port as soon as it is free. */
async function takePort(port: number) {
  for (;;) {
    const server = createServer().listen(port, "127.0.0.1");
    const taken = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (taken) return server;
  }
}
