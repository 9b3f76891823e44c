import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** Starts a server on a free port of the loopback address; returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A port of the loopback address that no server listens on; another process may take it first. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}

/** A server on the loopback address that accepts connections, reads data, and never responds. */
export async function startBlackHole() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.resume().on("error", () => undefined));
  });
  return {
    port: await listen(server),
    /** How many connections were made. */
    connections: () => sockets.length,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
