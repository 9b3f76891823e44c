import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { freePort } from "../testing/local-server.ts";
import { startRedis } from "../testing/redis.ts";
import {
  childrenOf,
  ownProgram,
  preload,
  START,
  withProgram,
  type Program,
} from "./support/program.ts";
import { LISTENING, READY, SERVE, withoutNext, withSandbox } from "./support/service.ts";
import { until } from "./support/until.ts";

const TWO = { WEB_CONCURRENCY: "2" };

test.concurrent(
  "processes that end right after they were ready are replaced, and SIGTERM to all ends them",
  () =>
    withProcesses(preload("ends when ready"), async ({ pid, printed, ended }) => {
      await until("both are replaced", () => printed.stdout.split("starting another").length === 3);
      await until("two run", () => childrenOf(pid).length === 2);
      // As a supervisor does that knows all of them, not only the leader.
      process.kill(-pid, "SIGTERM");
      expect(await ended()).toEqual([0, null]);
      expect(printed.stderr).toBe("");
    }),
);

describe.concurrent("a process that keeps ending", () => {
  test("is replaced four times within a minute, then the service ends with 1", () =>
    withProcesses({}, async ({ pid, ended, printed }) => {
      const killed = new Set<number>();
      const running = () => childrenOf(pid).filter((child) => !killed.has(child));
      while (killed.size < 5) {
        await until("a process runs", () => running().length > 0);
        const [next = 0] = running();
        killed.add(next);
        process.kill(next, "SIGKILL");
      }
      expect(await ended()).toEqual([1, null]);
      expect(printed.stderr).toBe("Nametag ends, since its processes keep ending.\n");
      const waits = [...printed.stdout.matchAll(/"waitMs":(\d+)/g)].map(([, wait]) => Number(wait));
      expect(waits).toEqual([100, 200, 400, 800]);
    }));

  test("says why when it cannot start again", async () => {
    const port = String(await freePort());
    const variables = { PORT: port, ...preload("port taken") };
    await withProcesses(variables, async ({ pid, ended, printed }) => {
      for (const child of childrenOf(pid)) process.kill(child, "SIGKILL");
      expect(await ended()).toEqual([1, null]);
      expect(printed.stderr).toBe(
        `Nametag ends, since its processes keep ending. The last reason: Cannot listen on 127.0.0.1:${port}: another program uses this port.\n`,
      );
    });
  });
});

test.concurrent("no process continues without the leader", () =>
  withProcesses({}, async ({ pid, ended }) => {
    process.kill(pid, "SIGKILL");
    expect(await ended()).toEqual([null, "SIGKILL"]);
  }),
);

test.concurrent("SIGHUP drains all processes, also when it comes twice", () =>
  withProgram(START, withoutNext(TWO), async ({ pid, prints, printed, ended }) => {
    const { port } = new URL(await prints(LISTENING));
    // A request that is under way keeps the service from ending before the second signal.
    const client = connect(Number(port), "127.0.0.1");
    client.on("error", () => undefined).write("GET /api/health HTTP/1.1\r\n");
    await once(client, "connect");
    process.kill(-pid, "SIGHUP");
    await prints(/Draining/);
    process.kill(-pid, "SIGHUP");
    expect(await ended()).toEqual([0, null]);
    expect(printed.stderr).toBe("");
  }),
);

test.concurrent("a process that hangs does not keep the others from ending", () =>
  withProcesses({}, async ({ pid, ended }) => {
    process.kill(childrenOf(pid)[0] ?? 0, "SIGSTOP");
    process.kill(pid, "SIGTERM");
    expect(await ended()).toEqual([1, null]);
  }),
);

test.concurrent("a Redis that hangs does not keep processes from ending in time", async () => {
  const redis = await startRedis();
  // The hanging Redis is logged as an error.
  const variables = { ...TWO, REDIS_URL: redis.url, LOG_LEVEL: "fatal" };
  try {
    await withSandbox(async ({ start }) => {
      const service = await start(variables, { pages: false });
      expect(await statusOf(`${service.url}/api?username=Lantern_Lou`)).toBe(200);
      redis.pause();
      expect(await statusOf(`${service.url}/api?username=Lantern_Lou`)).toBe(200);
      await service.stop();
    });
  } finally {
    await redis.close();
  }
});

test.concurrent("a store that never finishes closing is abandoned after a second", () =>
  withProgram(ownProgram("closeNever"), {}, async ({ pid, ended, printed, prints }) => {
    await prints(/Listening/);
    process.kill(pid, "SIGINT");
    expect(await ended()).toEqual([0, null]);
    expect(printed.stdout).toContain("The stores did not close in time");
  }),
);

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
  const own = withoutNext({ ...TWO, ...variables });
  return withProgram([process.execPath, SERVE], own, async (program) => {
    await program.prints(READY);
    await use(program);
  });
}
