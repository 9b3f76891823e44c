import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createCallLog } from "./call-log.ts";
import { handleControl, createControl, type Control, type SandboxParts } from "./control.ts";
import { createLatency, createTimers } from "./delays.ts";
import { createFaultList } from "./faults/fault.ts";
import { send } from "./faults/send.ts";
import { createLimits } from "./limits.ts";
import { handleUpstream } from "./handler.ts";
import type { SandboxPlayer } from "./player.ts";
import { players } from "./players.ts";
import { upstreams, VARIABLES } from "./upstreams/all.ts";
import { createWorld } from "./world.ts";

/** Running fake providers. */
export interface Sandbox {
  readonly url: string;
  /** The variables that point the service at these providers. */
  readonly environment: Record<string, string>;
  readonly players: readonly SandboxPlayer[];
  readonly control: Control;
  /** Ends all connections and timers, even with pending responses. */
  close(): Promise<void>;
}

/** Starts the sandbox; port 0 takes any free one. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = "127.0.0.1" } = options;
  const parts: SandboxParts = {
    world: createWorld(players),
    faults: createFaultList(ROUTE_KEYS),
    calls: createCallLog(),
    latency: createLatency(),
    limits: createLimits(),
    timers: createTimers(),
  };
  const control = createControl(parts);

  const server = createServer((request, response) => {
    handle(parts, control, request, response).catch((error: unknown) => {
      // A bug of the sandbox must not look like a fault of a test.
      if (request.complete) console.error("sandbox:", error);
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, "listening");

  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${reachable(host)}:${taken}`;
  return {
    url,
    environment: {
      ...Object.fromEntries(
        Object.entries(VARIABLES).map(([name, upstream]) => [name, `${url}/${upstream.name}`]),
      ),
      // No real provider is called, so the service needs no rate limits.
      UPSTREAM_RATE_FACTOR: "1000",
    },
    players,
    control,
    close: async () => {
      parts.timers.clear();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export interface SandboxOptions {
  readonly port?: number;
  readonly host?: string;
}

/** The routes that faults and counts can name. */
export const ROUTE_KEYS: readonly string[] = [
  ...new Set(
    upstreams.flatMap(({ name, routes }) => [...routes.map(({ key }) => key), `${name}.unknown`]),
  ),
];

/** The address to connect to: an unspecified one can only be listened on. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function handle(
  parts: SandboxParts,
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const url = request.url ?? "/";
  if (url.startsWith("/_control/")) {
    const reply = handleControl(control, request.method ?? "GET", url, body);
    return send(response, reply, null, parts.timers);
  }
  return handleUpstream(parts, request, response, body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
