import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { controlReply } from "./control-endpoint.ts";
import { createControl, createParts } from "./control.ts";
import { send } from "./faults/send.ts";
import { handleUpstream } from "./handler.ts";
import { players } from "./players.ts";
import { VARIABLES } from "./upstreams/all.ts";

/** Running fake providers. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts the sandbox; port 0 takes any free one. */
export async function startSandbox({ port = 0, host = "127.0.0.1" } = {}) {
  const parts = createParts();
  const control = createControl(parts);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const reply = controlReply(control, request, body);
    if (reply !== undefined) return send(response, reply, null, parts.timers);
    return handleUpstream(parts, request, response, body);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A bug of the sandbox must not look like a fault of a test.
      if (request.complete) console.error("sandbox:", error);
      response.destroy();
    });
  });
  // To close an idle connection at the moment it is used again would be a fault that nobody asked for.
  server.keepAliveTimeout = 0;
  server.listen(port, host);
  await once(server, "listening");

  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${reachable(host)}:${taken}`;
  const environment: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(VARIABLES).map(([name, upstream]) => [name, `${url}/${upstream.name}`]),
    ),
    // No real provider is called, so the service needs no rate limits.
    UPSTREAM_RATE_FACTOR: "1000",
  };
  return {
    url,
    /** The variables that point the service at these providers. */
    environment,
    players,
    control,
    /** Ends all connections and timers, even with pending responses. */
    close: async () => {
      parts.timers.clear();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The address to connect to: an unspecified one can only be listened on. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
