import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import { listen } from "../../../../testing/local-server.ts";
import { startLoopTime } from "../../../../testing/loop-time.ts";
import { openRedisClient, type RedisAddress, type RedisClientOptions } from "./client.ts";
import { RedisError, type RedisCommands } from "./commands.ts";

/** Longer than the limit in use, since the machine may be busy with other tests. */
export const LIMIT_MS = 700;
export const SLACK_MS = 500;
export const AT_ONCE_MS = 350;

/** A client for one test; `changes` are the states of Redis that it reports. */
export function open(address: RedisAddress, options: RedisClientOptions = {}) {
  const changes: boolean[] = [];
  const client = openRedisClient(address, {
    onChange: (error) => changes.push(error === undefined),
    limitMs: LIMIT_MS,
    ...options,
  });
  onTestFinished(() => client.close());
  return { ...client, changes };
}

/** Counts, which is no command of the service: doing it twice shows. */
export const increment = (redis: RedisCommands, key: string) =>
  redis.eval('return redis.call("incr", KEYS[1])', [key], []);

/** How a call ended, and after how many milliseconds in which this process could run. */
export async function timed(call: () => Promise<unknown>) {
  const elapsed = startLoopTime();
  const outcome = await call().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { ...outcome, ms: elapsed() };
}

export function expectFailure(outcome: Awaited<ReturnType<typeof timed>>, withinMs: number) {
  expect(outcome).toMatchObject({ error: expect.any(RedisError) });
  expect(outcome.ms).toBeLessThan(withinMs);
}

/** A server before a Redis that passes everything on, unless a test has it close connections. */
export async function startGate(redisPort: () => number) {
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  let fatal: string | undefined;
  let last: RegExp | undefined;
  let closed = 0;
  let opened = Promise.resolve();
  let onTry = () => {};
  const server = createServer((socket) => {
    const inner = connect(redisPort(), "127.0.0.1");
    const close = () => [socket, inner].forEach((one) => one.destroy());
    for (const one of [socket, inner]) one.on("error", close).on("close", close);
    sockets.add(socket.on("close", () => sockets.delete(socket)));
    let isLast = false;
    inner.on("data", (data) => {
      if (silent.has(socket)) return;
      if (!isLast) return void socket.write(data);
      closed += 1;
      socket.end(data, close);
    });
    onTry();
    void opened.then(() =>
      socket.on("data", (data) => {
        if (silent.has(socket)) return;
        isLast ||= last?.test(data.toString("latin1")) === true;
        if (fatal === undefined || !data.includes(fatal)) return void inner.write(data);
        fatal = undefined;
        close();
      }),
    );
  });
  const cut = () => sockets.forEach((socket) => socket.destroy());
  const port = await listen(server);
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    port,
    /** Closes all connections. */
    cut,
    /** Passes on nothing more of the connections that there are, which stay open. */
    silence: () => sockets.forEach((socket) => silent.add(socket)),
    /** Closes the next connection that carries this text, in place of passing it on. */
    cutOn: (text: string) => void (fatal = text),
    /** Closes each connection right after the reply to such a command. */
    closeAfter: (command: RegExp) => void (last = command),
    /** How many it has closed so. */
    closed: () => closed,
    /** Lets clients connect, but passes nothing on before the returned function is called. */
    hold() {
      let open = () => {};
      opened = new Promise((resolve) => (open = resolve));
      return open;
    },
    /** Resolves at the next connection. */
    isTried: () => new Promise<void>((resolve) => (onTry = resolve)),
  };
}
