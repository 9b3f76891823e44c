import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll } from "vitest";
import { VARIABLES } from "../../../sandbox/upstreams/all.ts";
import { createAll, type Providers } from "../../../testing/providers.ts";
import { createUpstream } from "../upstream/request.ts";
import { sent, type Operation, type Sent } from "./operation.fixture.ts";
import { listen } from "../../../testing/local-server.ts";

/** One server in place of all upstreams, with a given response, and every provider on it. */
export function useFakeProviders() {
  let next = sent(204, "");
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => respond(response, next));
  });
  // Calls wait until the event loop has gone round once, so that those of one moment leave together.
  const upstream = createUpstream({
    userAgent: "Nametag/test",
    guards: [
      async (_call, send) => {
        await new Promise(setImmediate);
        return send();
      },
    ],
  });
  let providers: Providers;

  beforeAll(async () => {
    const url = `http://127.0.0.1:${await listen(server)}`;
    const variables = Object.keys(VARIABLES).map((variable) => [variable, url]);
    providers = createAll(upstream.send, Object.fromEntries(variables) as Record<string, string>);
  });
  afterAll(async () => {
    await upstream.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  return (operation: Operation, said: Sent): Promise<unknown> => {
    next = said;
    return operation.request(providers);
  };
}

function respond(response: ServerResponse, { status, body, type = "application/json" }: Sent) {
  if (status !== 204) {
    response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  // Node would leave the body out, as it should.
  const length = Buffer.byteLength(body);
  response.socket?.end(
    `HTTP/1.1 204 No Content\r\nconnection: close\r\ncontent-type: ${type}\r\n` +
      `content-length: ${length}\r\n\r\n${body}`,
  );
}
