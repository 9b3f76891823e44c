import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startSandbox, type Sandbox } from "../../sandbox/server.ts";
import { createCertificates } from "../../testing/certificates.ts";
import { compiledProgram } from "../../testing/compile-program.ts";
import { freePort, listen } from "../../testing/local-server.ts";
import { untilTestEnds } from "../../testing/opened.ts";
import { startProxy } from "../../testing/proxy.ts";
import { askRedis } from "../../testing/redis.ts";
import { runProgram } from "../../testing/run-program.ts";
import { openFront } from "../../testing/served.ts";
import { openRedis } from "../../testing/use-redis.ts";
import { openWorld } from "../../testing/world.ts";
import { checkMemory, checkNode } from "./machine.ts";
import { main } from "./main.ts";

const root = process.cwd();
let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  folder = await mkdtemp(path.join(tmpdir(), "nametag-doctor-"));
  await mkdir(path.join(folder, ".next"));
  await writeFile(path.join(folder, ".next", "BUILD_ID"), "build");
});

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

/** The part of the tests' environment that a program needs. */
const machine = () => ({
  NODE_ENV: "test" as const,
  PATH: process.env["PATH"],
  TMPDIR: process.env["TMPDIR"],
});

/** A sound setting but for some variables. */
async function environmentWith(own: Record<string, string>) {
  return {
    ...machine(),
    ...sandbox.environment,
    DATA_DIR: path.join(folder, "data"),
    PORT: String(await freePort()),
    PUBLIC_URL: "https://players.example",
    TRUSTED_PROXY_HOPS: "1",
    ...own,
  };
}

/** Runs the command in a process of its own, as variables of Node and proxies need it. */
async function doctorProgram(own: Record<string, string>) {
  const program = compiledProgram("server/doctor.ts");
  return runProgram(process.execPath, [program], folder, await environmentWith(own));
}

async function doctor(own: Record<string, string>, args: readonly string[] = [], cwd = folder) {
  const said = { stdout: "", stderr: "" };
  const output = {
    stdout: { write: (text: string) => (said.stdout += text) },
    stderr: { write: (text: string) => (said.stderr += text) },
  };
  const env = await environmentWith(own);
  // The build is looked for in the folder of the process.
  process.chdir(cwd);
  const code = await main(args, { env, output }).finally(() => process.chdir(root));
  return { code, ...said };
}

/** The lines that are not ok, and the exit code; how old the Node of the tests is does not matter. */
async function complaints(own: Record<string, string>, run = doctor) {
  const { code, stdout, stderr } = await run(own);
  expect(stderr).toBe("");
  return {
    code,
    lines: stdout.split("\n").filter((line) => !/^(?:ok |warning {2}node: |$)/.test(line)),
  };
}

const line = (status: "warning" | "error", pattern: string) =>
  expect.stringMatching(new RegExp(`^${status.padEnd(7)} {2}${pattern}`)) as string;

it("finds nothing wrong with a sound setting, as JSON as well, and sends no lookup", async () => {
  sandbox.control.clearCalls();
  expect(await complaints({})).toEqual({ code: 0, lines: [] });
  const { code, stdout } = await doctor({}, ["--json"]);
  expect(code).toBe(0);
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { check: string }[] };
  expect(ok).toBe(true);
  const names = new Set(checks.map(({ check }) => check));
  for (const name of ["node", "build", "memory", "settings", "data folder", "provider", "clock"])
    expect(names).toContain(name);
  expect(sandbox.control.count("mojang-api.*") + sandbox.control.count("geyser.*")).toBe(0);
});

it.each<[own: Record<string, string>, code: number, lines: string[]]>([
  [{ PORT: "x" }, 1, [line("error", "settings: PORT must ")]],
  [{ REDIS_URI: "redis://a" }, 0, [line("warning", "settings: REDIS_URI is no variable")]],
  [{ PUBLIC_URL: "" }, 0, [line("warning", "public url: PUBLIC_URL is not set")]],
  [{ TRUSTED_PROXY_HOPS: "0" }, 0, [line("warning", "proxies: TRUSTED_PROXY_HOPS is 0")]],
  [{ DATA_DIR: "/proc/nothing" }, 1, [line("error", "data folder: /proc/nothing cannot be used")]],
  [
    { GEYSER_API_URL: "http://127.0.0.1:1" },
    1,
    [line("error", "provider: http://127.0.0.1:1 cannot be reached: connect ECONNREFUSED")],
  ],
  [
    { REDIS_URL: "redis://127.0.0.1:1" },
    1,
    [line("error", "redis: Redis at 127.0.0.1:1 does not work: .*ECONNREFUSED")],
  ],
])("says what is wrong with %j", async (own, code, lines) => {
  expect(await complaints(own)).toEqual({ code, lines });
});

it.each([
  ["18.20.0", "error"],
  ["20.18.1", "error"],
  ["20.19.0", "warning"],
  ["24.1.0", "ok"],
])("judges Node %s: %s", (version, status) => {
  expect(checkNode(version).status).toBe(status);
});

it("says when processes are too many for the memory", () => {
  expect(checkMemory({ WEB_CONCURRENCY: 1_000_000 }).status).toBe("error");
});

it("says what is missing of the build", async () => {
  const bare = path.join(folder, "bare");
  await mkdir(bare);
  const { code, stdout } = await doctor({}, [], bare);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^error {4}build: There is no build in .*: run npm run build\.$/m);
});

it("names the rights and the policy that a Redis lacks", async () => {
  const { url } = await openRedis(["--maxmemory-policy", "volatile-lru"]);
  expect(await complaints({ REDIS_URL: url })).toEqual({ code: 0, lines: [] });
  await askRedis(url, ["CONFIG", "SET", "maxmemory-policy", "allkeys-lru"]);
  expect(await complaints({ REDIS_URL: url })).toEqual({
    code: 0,
    lines: [line("warning", "redis: Its maxmemory-policy is allkeys-lru: set volatile-lru")],
  });
  const may = "~nametag:1:* &nametag:1:* -@all +get +set +del +pttl +eval +evalsha +time";
  await askRedis(url, `ACL SETUSER tag on >secret ${may}`.split(" "));
  const asTag = url.replace("//", "//tag:secret@");
  expect(await complaints({ REDIS_URL: asTag })).toEqual({
    code: 0,
    lines: [
      line("warning", "redis: Its maxmemory-policy cannot be read: allow INFO"),
      line("warning", "redis: Its user may not run SCAN, so npm run data cannot"),
      line("warning", "redis: Its user may not run PUBLISH"),
    ],
  });
  await askRedis(url, ["ACL", "SETUSER", "tag", "-pttl"]);
  expect(await complaints({ REDIS_URL: asTag })).toEqual({
    code: 1,
    lines: [line("error", "redis: REDIS_URL must name a user who may run GET")],
  });
});

it("connects through the proxy that calls take", async () => {
  const proxy = untilTestEnds(await startProxy(() => undefined));
  const own = {
    UPSTREAM_RATE_FACTOR: "1",
    HTTPS_PROXY: proxy.url,
    GEYSER_API_URL: "https://api.geysermc.org",
  };
  const refused = line(
    "error",
    `provider: https://api.geysermc.org cannot be reached through the proxy 127.0.0.1:${proxy.port}: the proxy refuses with 403`,
  );
  expect(await complaints(own, doctorProgram)).toEqual({ code: 1, lines: [refused] });
  expect(proxy.asked).toEqual(["CONNECT api.geysermc.org:443"]);
});

it("checks the certificate of a provider at the other end of a proxy", async () => {
  const { ca, key, certificate, remove } = createCertificates("IP:192.0.2.1");
  onTestFinished(remove);
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) });
  untilTestEnds({ close: async () => server.close() });
  const port = await listen(server);
  const proxy = untilTestEnds(await startProxy(() => port));
  const own = {
    UPSTREAM_RATE_FACTOR: "1",
    HTTPS_PROXY: proxy.url,
    GEYSER_API_URL: "https://192.0.2.1",
    NODE_EXTRA_CA_CERTS: ca,
  };
  expect(await complaints(own, doctorProgram)).toEqual({ code: 0, lines: [] });
  const refused = "provider: https://192.0.2.2 cannot .*: Hostname/IP does not match";
  const other = { ...own, GEYSER_API_URL: "https://192.0.2.2" };
  expect(await complaints(other, doctorProgram)).toEqual({
    code: 1,
    lines: [line("error", refused)],
  });
});

it("says that the clock is wrong", async () => {
  const server = createServer((_, response) => {
    response.setHeader("date", new Date(Date.now() - 86_400_000).toUTCString()).end();
  });
  const port = await listen(server);
  untilTestEnds({ close: async () => server.close().closeAllConnections() });
  const lines = [
    line("error", "clock: The clock is 8(?:63|64)\\d\\d s away from that of 127.0.0.1"),
  ];
  expect(await complaints({ MOJANG_TEXTURES_URL: `http://127.0.0.1:${port}` })).toEqual({
    code: 1,
    lines,
  });
});

it("asks the service that runs what its requests show, and knows another program", async () => {
  const world = await openWorld();
  const { port } = await openFront(world);
  const PORT = String(port);
  expect(await complaints({ PORT })).toEqual({ code: 0, lines: [] });
  const headers = { "x-forwarded-for": "8.8.8.8" };
  const [response] = await once(request({ port, path: "/api/health", headers }).end(), "response");
  response.resume();
  expect(await complaints({ PORT })).toEqual({
    code: 0,
    lines: [line("warning", "service: TRUSTED_PROXY_HOPS is 0, and requests arrive through")],
  });
  expect(await complaints({ PORT: new URL(sandbox.url).port })).toEqual({
    code: 1,
    lines: [line("error", "service: Another program listens at ")],
  });
});

it("refuses what it does not know", async () => {
  expect(await doctor({}, ["--jsno"])).toMatchObject({ code: 1, stdout: "" });
});
