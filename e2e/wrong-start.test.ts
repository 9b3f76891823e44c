import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { freePort, listen } from "../testing/local-server.ts";
import { askRedis, startRedis } from "../testing/redis.ts";
import { root } from "../scripts/prepare.mjs";
import {
  childrenOf,
  ownProgram,
  preload,
  START,
  withProgram,
  type Program,
} from "./support/program.ts";
import { LISTENING, withoutNext } from "./support/service.ts";
import { until } from "./support/until.ts";

const FILE = path.join(root, "package.json");
const OTHER_NODE = /^Nametag cannot start: .*different Node\.js version.*\.$/;

/** A start that ends with 1 and this sentence, and leaves no process behind. */
async function expectRefusal(
  variables: Record<string, string>,
  sentence: string | RegExp,
  { command = START, cwd = root } = {},
): Promise<void> {
  const use = async ({ ended, printed }: Program) => {
    expect(await ended(), printed.stderr).toEqual([1, null]);
    const said = printed.stderr.trim();
    expect(said).toEqual(typeof sentence === "string" ? sentence : expect.stringMatching(sentence));
    expect(said).not.toContain("\n");
  };
  await withProgram(command, withoutNext(variables), use, { cwd });
}

describe.concurrent("a start with two processes ends with one sentence", () => {
  const own = { WEB_CONCURRENCY: "2" };

  test("when the port is in use", async () => {
    const other = createServer();
    const PORT = String(await listen(other));
    const sentence = `Cannot listen on 127.0.0.1:${PORT}: another program uses this port.`;
    await expectRefusal({ ...own, PORT }, sentence);
    other.close();
  });

  test("when a package does not work here", () =>
    expectRefusal({ ...own, ...preload("no-native-code") }, OTHER_NODE));
});

describe.concurrent("a start ends with one sentence", () => {
  test("when a package does not work here", () =>
    expectRefusal(preload("no-native-code"), OTHER_NODE));

  test("when its Redis will never work", async () => {
    const redis = await startRedis(["--requirepass", "s3cr3t"]);
    const host = new URL(redis.url).host;
    try {
      await expectRefusal(
        { REDIS_URL: redis.url },
        `Wrong configuration: REDIS_URL must have a user and a password, as in redis://user:password@host:6379, since Redis at ${host} needs them.`,
      );
      const right = redis.url.replace("//", "//:s3cr3t@");
      await askRedis(right, "ACL SETUSER tag on >s3cr3t ~nametag:* &* +@all -del".split(" "));
      await expectRefusal(
        { REDIS_URL: redis.url.replace("//", "//tag:s3cr3t@") },
        `Wrong configuration: REDIS_URL must name a user who may run GET, SET, DEL, PTTL, EVAL, EVALSHA and TIME on nametag:1:*: Redis at ${host} does not permit EVAL on nametag:1:values:*.`,
      );
    } finally {
      await redis.close();
    }
  });

  test("when a variable is wrong", () =>
    expectRefusal(
      { DATA_DIR: FILE },
      `Wrong configuration: DATA_DIR must be a folder, and ${FILE} is not one.`,
    ));

  test("when the port of npm start is in use", async () => {
    const other = createServer();
    const PORT = String(await listen(other));
    await expectRefusal(
      { PORT, LOG_LEVEL: "silent" },
      `Cannot listen on 127.0.0.1:${PORT}: another program uses this port.`,
      { command: ["npm", "start", "--silent", "--userconfig", "/dev/null"] },
    );
    other.close();
  });

  test("when REDIS_URL is not a URL, without printing it", () =>
    expectRefusal(
      { REDIS_URL: "redis://user:s3cr3t@host:99999" },
      /^Wrong configuration: REDIS_URL must be a URL like redis:\/\/host:6379 or rediss:\/\/user:password@host:6379\/0,[^\d]*$/,
    ));

  test("when the URL is not one of this machine", () =>
    expectRefusal(
      { HOST: "192.0.2.1", PORT: "3000" },
      "Cannot listen on 192.0.2.1:3000: HOST is no address of this machine.",
    ));

  test("when there is no build", () =>
    expectRefusal(
      {},
      "There is no build of Nametag in /: start it in its own folder, after npm run build.",
      { cwd: "/" },
    ));
});

test.concurrent(
  "a start without a Redis that merely does not respond is one, and says so",
  async () => {
    const REDIS_URL = `redis+cluster://127.0.0.1:${await freePort()}`;
    await withProgram(START, withoutNext({ REDIS_URL }), async ({ prints }) => {
      const url = await prints(/"address":"(http:[^"]+)"/);
      await prints(/"store":"Redis Cluster at 127\.0\.0\.1:\d+, which does not respond"/);
      const ready = () => fetch(`${url}/api/ready`);
      await until("it is ready", async () => (await ready()).ok);
      expect(await (await ready()).json()).toMatchObject({ store: "degraded" });
    });
  },
);

test.concurrent("a start with little address space works, with an option of Node", () =>
  withProgram(
    ["sh", "-c", `ulimit -v 4000000; exec ${START.join(" ")}`],
    withoutNext({ WEB_CONCURRENCY: "1" }),
    async ({ prints }) => {
      const url = await prints(LISTENING);
      // Without a provider, but with what asks it, and the thread that draws.
      const ready = () => fetch(`${url}/api/ready`);
      await until("it is ready", async () => (await ready()).ok);
      for (const target of ["/api?username=Lantern_Lou", "/body?username=Lantern_Lou"]) {
        expect((await fetch(url + target)).status).toBe(502);
      }
      expect((await ready()).status).toBe(200);
    },
  ),
);

for (const [fault, how] of [
  ["exit", "with exit code 3"],
  ["kill", "by SIGKILL"],
] as const) {
  test.concurrent(`a process that ends ${how} during the start ends it`, () =>
    expectRefusal(
      { WEB_CONCURRENCY: "2", ...preload(fault) },
      `A process ended ${how} while the service started.`,
    ),
  );
}

test.concurrent("a process that is never ready ends the start", () =>
  expectRefusal(
    { WEB_CONCURRENCY: "2", ...preload("hang") },
    "A process was not ready within 2 s; the log says why.",
    { command: ownProgram("lead") },
  ),
);

/** Two processes whose start does not end. */
const STARTING = withoutNext({
  WEB_CONCURRENCY: "2",
  LOG_LEVEL: "warn",
  ...preload("never listens"),
});

async function expectQuietEnd({ ended, printed }: Program): Promise<void> {
  expect(await ended()).toEqual([0, null]);
  expect(printed).toEqual({ stdout: "", stderr: "" });
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test.concurrent(`${signal} during the start ends one process at once, with 0`, () =>
    withProgram(START, withoutNext(preload(`${signal} at first`)), expectQuietEnd),
  );
}

test.concurrent("a signal as it begins to listen is not lost", () =>
  withProgram(START, preload("SIGTERM as it listens"), async ({ ended }) =>
    expect(await ended()).toEqual([0, null]),
  ),
);

// A supervisor tells the leader, Ctrl-C all processes.
for (const [signal, receiver] of [
  ["SIGTERM", "the leader"],
  ["SIGINT", "all processes"],
] as const) {
  test.concurrent(`${signal} to ${receiver} during the start ends several at once, with 0`, () =>
    withProgram(START, STARTING, async (program) => {
      const { pid } = program;
      await until("both processes run", () => childrenOf(pid).length === 2);
      process.kill(receiver === "the leader" ? pid : -pid, signal);
      await expectQuietEnd(program);
    }),
  );
}

for (const fault of ["SIGINT", "SIGTERM", "SIGTERM at first"]) {
  test.concurrent(`a start ends with 0 when its leader is the last that gets ${fault}`, () =>
    withProgram(START, withoutNext({ WEB_CONCURRENCY: "2", ...preload(fault) }), expectQuietEnd),
  );
}
