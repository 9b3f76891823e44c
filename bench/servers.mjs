import { writeFileSync } from "node:fs";
import path from "node:path";
import { createClient } from "redis";
import { onPath } from "../scripts/find-programs.mjs";
import { freePort, root } from "../scripts/prepare.mjs";
import { LOAD, newStoreDirectory, SERVER, workDirectory } from "./machine.mjs";
import { start, startChild, unlessEnded, waitFor } from "./processes.mjs";

/**
 * @import { Recording } from "./rounds.mjs"
 *
 * @typedef {Awaited<ReturnType<typeof startSandbox>>} Sandbox
 */

const nginx = onPath(["nginx"]);
const hasRedis = onPath(["redis-server"]) !== undefined;

/** Starts what most groups need: the sandbox, the service, a bare server and a load generator. */
export async function startAll() {
  const sandbox = await startSandbox();
  const [nametag, bare, send] = await Promise.all([
    startService(sandbox),
    startBare(),
    startLoad(),
  ]);
  return { sandbox, nametag, bare, send };
}

/** Starts the sandbox beside the load. */
export async function startSandbox() {
  const { first, call } = await startChild("sandbox", { cores: LOAD });
  return {
    /** The environment that points the service to the sandbox. */
    environment: first.environment,
    /** @param {number} latencyMs */
    setLatency: (latencyMs) => call({ latencyMs }),
  };
}

/**
 * The environment of a service: all of the sandbox, nothing of this machine's own settings.
 *
 * @param {Sandbox} sandbox
 */
export function serviceEnvironment(sandbox) {
  return {
    ...sandbox.environment,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: newStoreDirectory(),
    LOG_LEVEL: "silent",
    WEB_CONCURRENCY: "1",
    TRUSTED_PROXY_HOPS: "",
    PUBLIC_URL: "",
    UPSTASH_REDIS_REST_URL: "",
    REDIS_URL: "",
    // The rate limits protect the real providers; here they would distort the measurement.
    UPSTREAM_RATE_FACTOR: "1000",
    // Turned off, as by default.
    NAME_HISTORY_URL: "off",
  };
}

/**
 * Starts the service under test.
 *
 * @param {Sandbox} sandbox
 * @param {{ cores?: readonly number[], variables?: Record<string, string> }} [options]
 */
export async function startService(sandbox, { cores = SERVER, variables = {} } = {}) {
  const env = { ...serviceEnvironment(sandbox), ...variables };
  const { first, pid, stop, call } = await startChild("service", { cores, env });
  const filesRun = async () => (await call({})).files;
  return { port: first.port, pid, stop, filesRun, data: env.DATA_DIR };
}

/** Starts the bare server; `serve` sets its response to every request. */
async function startBare() {
  const { first, pid, call } = await startChild("bare", { cores: SERVER });
  return {
    port: first.port,
    pid,
    /** @param {Recording} recording */
    serve: ({ status, headers, body }) =>
      call({ status, headers, base64: body.toString("base64") }),
  };
}

/** Starts a load generator. */
export async function startLoad() {
  const { call } = await startChild("load", { cores: LOAD });
  return call;
}

/**
 * Node's arguments for `next start`.
 *
 * @param {number} port
 */
export function nextArgs(port) {
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  return [next, "start", "-p", String(port), "-H", "127.0.0.1"];
}

/**
 * Starts the same build with `next start`: the same handlers, behind Next's router.
 *
 * @param {Sandbox} sandbox
 */
export async function startNext(sandbox) {
  const port = await freePort();
  const { PORT: _, ...env } = serviceEnvironment(sandbox);
  const child = start([process.execPath, ...nextArgs(port)], { cores: SERVER, env });
  await unlessEnded(child, waitFor(port, "/api/health"));
  return { port, pid: child.pid };
}

/**
 * Starts nginx with recorded responses as files, at `/0`, `/1`, … in order. Undefined where it is not
 * installed.
 *
 * @param {readonly Recording[]} recordings
 */
export async function startNginx(recordings) {
  if (nginx === undefined) return undefined;
  const directory = workDirectory;
  const port = await freePort();
  for (const [index, { body }] of recordings.entries()) {
    writeFileSync(path.join(directory, String(index)), body);
  }
  const file = path.join(directory, "nginx.conf");
  writeFileSync(file, configure(directory, port, recordings));
  const child = start([nginx, "-p", directory, "-c", file, "-e", "stderr"], { cores: SERVER });
  await unlessEnded(child, waitFor(port, "/0"));
  return { port, pid: child.pid };
}

/**
 * One process, as for all servers here, and nothing that slows it down.
 *
 * @param {string} directory
 * @param {number} port
 * @param {readonly Recording[]} recordings
 */
function configure(directory, port, recordings) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  return `daemon off;
master_process off;
pid ${directory}/pid;
events { worker_connections 4096; }
http {
  ${temporary.join("\n  ")}
  access_log off;
  sendfile on;
  tcp_nopush on;
  etag off;
  keepalive_requests 1000000000;
  open_file_cache max=100;
  server {
    listen 127.0.0.1:${port};
    root ${directory};
    ${recordings.map(locationOf).join("\n    ")}
  }
}
`;
}

/**
 * @param {Recording} recording
 * @param {number} index
 */
function locationOf({ status, headers }, index) {
  const { "content-type": type, "content-length": _, ...own } = headers;
  const lines = Object.entries(own).map(
    ([name, value]) => `add_header ${name} ${JSON.stringify(value)} always;`,
  );
  const directive = status === 304 ? "return 304;" : `default_type '${String(type)}';`;
  return `location = /${index} { types {} ${directive} ${lines.join(" ")} }`;
}

/** Starts a Redis and counts its commands, a script as one. Undefined where Redis is not installed. */
export async function startRedis() {
  if (!hasRedis) return undefined;
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", ""];
  const child = start(["redis-server", ...options], { cores: LOAD });
  const client = createClient({ url }).on("error", () => undefined);
  // It tries again until the program listens.
  await unlessEnded(child, client.connect());
  return {
    url,
    /** A function that returns how many commands Redis has received from now on. It slows Redis. */
    async countCommands() {
      let commands = 0;
      await client.monitor((line) => {
        // `1700000000.123456 [0 127.0.0.1:5] "get" …`; commands of a script have `lua` as their client.
        if (!line.includes(" lua] ") && !/\] "ping"$/i.test(line)) commands += 1;
      });
      return () => commands;
    },
  };
}
