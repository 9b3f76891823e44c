import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { listen } from "./local-server.ts";

/**
 * A proxy of a company's network. Wherever it is asked to lead, it leads to one port of this machine.
 * @param portOf The port; undefined where it refuses to lead.
 */
export async function startProxy(portOf: (asked: string) => number | undefined) {
  const asked: string[] = [];
  const authorizations = new Set<string | undefined>();
  const sockets = new Set<Socket>();
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    authorizations.add(headers["proxy-authorization"]);
    return portOf(url ?? "");
  };
  const server = createServer((incoming, response) => {
    const port = note(incoming);
    if (port === undefined) return void response.writeHead(403).end();
    const { pathname, search } = new URL(incoming.url ?? "");
    const { method, headers } = incoming;
    const path = pathname + search;
    const outgoing = request({ host: "127.0.0.1", port, path, method, headers }, (from) => {
      response.writeHead(from.statusCode ?? 0, from.headers);
      from.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  server.on("connect", (incoming, socket: Socket) => {
    const port = note(incoming);
    sockets.add(socket.on("error", () => undefined));
    if (port === undefined) return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const there = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      there.pipe(socket).pipe(there);
    });
    sockets.add(there.on("error", () => undefined));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    /** The targets that it was asked for. */
    asked,
    /** The credentials that clients sent. */
    authorizations,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
