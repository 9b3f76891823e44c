import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { freePort } from "../../testing/local-server.ts";
import { nginxHere } from "../../scripts/find-programs.mjs";
import { root } from "../../scripts/prepare.mjs";
import { withProgram } from "./program.ts";
import { connected } from "./raw.ts";
import { until } from "./until.ts";

/** nginx with the shipped configuration, in front of a service. */
export interface Edge {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
}

/**
 * Runs nginx in front of one or more ports of this machine for as long as it is used.
 * @param own What the operator's own nginx.conf says besides.
 */
export async function withNginx(
  upstreamPorts: number | readonly number[],
  use: (edge: Edge) => Promise<void>,
  own = "",
): Promise<void> {
  const program = nginxHere();
  if (program === undefined) throw new Error("There is no nginx.");
  const port = await freePort();
  const site = await siteConfiguration([upstreamPorts].flat(), port);
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-nginx-"));
  const file = (name: string) => path.join(directory, name);
  try {
    // Started by root, nginx runs its workers as another user.
    await chmod(directory, 0o755);
    await writeFile(file("site.conf"), site.replaceAll(CACHE, file("cache")));
    await writeFile(file("nginx.conf"), frameConfiguration(directory, own));
    const command = [program, "-e", "stderr", "-p", directory, "-c", file("nginx.conf")];
    await withProgram(command, {}, async ({ printed }) => {
      const isListening = () =>
        connected(port).then(
          (socket) => socket.destroy().destroyed,
          () => false,
        );
      await until("nginx listens", isListening, () => printed.stderr);
      await use({ url: `http://127.0.0.1:${port}`, port });
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const CACHE = "/var/cache/nametag";

/** True if this machine has IPv6. */
export const hasIpv6 = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .some(({ address }) => address === "::1");

/** The shipped file, for other URLs. */
async function siteConfiguration(upstreamPorts: number[], port: number): Promise<string> {
  const text = await readFile(path.join(root, "deploy", "nginx.conf"), "utf8");
  const listens = ["  listen 80;", "  listen [::]:80;"];
  for (const shipped of ["  server nametag:3000;", ...listens, `proxy_cache_path ${CACHE} `]) {
    if (text.split(shipped).length !== 2) throw new Error(`deploy/nginx.conf has no ${shipped}`);
  }
  // As docs/running.md describes it for several instances.
  const extra = upstreamPorts.length > 1 ? " max_fails=0" : "";
  const servers = upstreamPorts.map((upstream) => `  server 127.0.0.1:${upstream}${extra};`);
  return text
    .replace("  server nametag:3000;", servers.join("\n"))
    .replace("  listen 80;", `  listen 127.0.0.1:${port};`)
    .replace("  listen [::]:80;", hasIpv6 ? `  listen [::1]:${port};` : "");
}

/** A minimal version of a distribution's nginx.conf. */
function frameConfiguration(directory: string, own: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  return [
    "daemon off;",
    `pid ${directory}/nginx.pid;`,
    "events {}",
    "http {",
    "access_log off;",
    // As in Debian's: what is compressed must not depend on it.
    "gzip on;",
    own,
    ...temporary,
    `include ${directory}/site.conf;`,
    "}",
  ].join("\n");
}

export interface EdgeResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface EdgeRequest {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | undefined;
  /** The local IP address to send from; by default another one each time, since nginx limits what each may send. */
  localAddress?: string;
}

let clients = 0;

/** One of 65,536 addresses of this machine, in turn. */
function otherClient(): string {
  clients = (clients + 1) % 65_536;
  return `127.1.${clients >> 8}.${clients % 256}`;
}

/** Sends a request on its own connection, with exactly these headers. */
export async function send(
  port: number,
  target: string,
  { body: sent, localAddress = otherClient(), ...options }: EdgeRequest = {},
): Promise<EdgeResponse> {
  const outgoing = request({
    host: "127.0.0.1",
    port,
    path: target,
    agent: false,
    localAddress,
    ...options,
  });
  const responded = once(outgoing, "response");
  outgoing.end(sent);
  const [incoming] = (await responded) as [IncomingMessage];
  const body = await buffer(incoming);
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body };
}
