import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { nginxHere } from "../../scripts/find-programs.mjs";
import { root } from "../../scripts/prepare.mjs";
import { connected } from "./raw.ts";
import { expect, test as base } from "./test.ts";

/** nginx with the shipped configuration, in front of a service. */
export interface Edge {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
}

const START_MS = 5_000;

/** Runs nginx in front of one or more ports of this machine for as long as it is used. */
export async function withNginx(
  upstreamPorts: number | readonly number[],
  use: (edge: Edge) => Promise<void>,
): Promise<void> {
  const program = nginxHere();
  if (program === undefined) throw new Error("There is no nginx.");
  const port = await freePort();
  const site = await siteConfiguration([upstreamPorts].flat(), port);
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-nginx-"));
  try {
    // Started by root, nginx runs its workers as another user.
    await chmod(directory, 0o755);
    await writeFile(
      path.join(directory, "site.conf"),
      site.replaceAll(CACHE, `${directory}/cache`),
    );
    await writeFile(path.join(directory, "nginx.conf"), frameConfiguration(directory));
    await withProgram(program, directory, port, () =>
      use({ url: `http://127.0.0.1:${port}`, port }),
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function withProgram(
  program: string,
  directory: string,
  port: number,
  use: () => Promise<void>,
): Promise<void> {
  const options = ["-e", "stderr", "-p", directory, "-c", path.join(directory, "nginx.conf")];
  const child = spawn(program, options, { stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  let log = "";
  child.stderr.on("data", (text) => (log += String(text)));
  try {
    await listening(
      port,
      () => child.exitCode !== null,
      () => log,
    );
    await use();
  } finally {
    child.kill("SIGTERM");
    await exited;
  }
}

const CACHE = "/var/cache/nametag";

/** The shipped file, for other URLs. */
async function siteConfiguration(upstreamPorts: number[], port: number): Promise<string> {
  const text = await readFile(path.join(root, "deploy", "nginx.conf"), "utf8");
  for (const shipped of ["  server nametag:3000;", "  listen 80;", `proxy_cache_path ${CACHE} `]) {
    if (text.split(shipped).length !== 2) throw new Error(`deploy/nginx.conf has no ${shipped}`);
  }
  // As docs/running.md describes it for several instances.
  const extra = upstreamPorts.length > 1 ? " max_fails=0" : "";
  const servers = upstreamPorts.map((upstream) => `  server 127.0.0.1:${upstream}${extra};`);
  return text
    .replace("  server nametag:3000;", servers.join("\n"))
    .replace("  listen 80;", `  listen 127.0.0.1:${port};`);
}

/** A minimal version of a distribution's nginx.conf. */
function frameConfiguration(directory: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  return [
    "daemon off;",
    `pid ${directory}/nginx.pid;`,
    "events {}",
    "http {",
    "access_log off;",
    ...temporary,
    `include ${directory}/site.conf;`,
    "}",
  ].join("\n");
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function listening(port: number, hasEnded: () => boolean, log: () => string): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    try {
      (await connected(port)).destroy();
      return;
    } catch {
      if (hasEnded() || performance.now() > deadline) throw new Error(`No nginx:\n${log()}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  }
}

/** Every worker has an nginx in front of its service. */
export const edgeTest = base.extend<object, { edge: Edge }>({
  edge: [async ({ service }, use) => withNginx(service.port, use), { scope: "worker" }],
});

/** Skips a file's tests without nginx, except in CI. */
export function needNginx(): void {
  edgeTest.skip(process.platform !== "linux", "Other systems have one loopback address only.");
  const missing = nginxHere() === undefined;
  edgeTest.skip(missing && !process.env["CI"], "There is no nginx.");
  expect(missing, "nginx is missing").toBe(false);
}

export interface EdgeResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface EdgeRequest {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** The local IP address to send from. */
  localAddress?: string;
}

/** Sends a request on its own connection, with exactly these headers. */
export async function send(
  port: number,
  target: string,
  options: EdgeRequest = {},
): Promise<EdgeResponse> {
  const outgoing = request({ host: "127.0.0.1", port, path: target, agent: false, ...options });
  const responded = once(outgoing, "response");
  outgoing.end();
  const [incoming] = (await responded) as [IncomingMessage];
  const body = await buffer(incoming);
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body };
}

/** Expects an error of the contract, readable from any origin and not cacheable. */
export function expectRefusal(
  response: { status: number; headers: object; body: Buffer | string },
  code: string,
) {
  const error = expect.stringMatching(/^\w.+\.$/);
  expect(JSON.parse(response.body.toString())).toEqual({
    success: false,
    error,
    code,
    status: response.status,
  });
  expect(response.headers).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
}
