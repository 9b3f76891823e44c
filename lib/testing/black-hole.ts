import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A server on the loopback address that accepts connections, reads data, and never responds. */
export interface BlackHole {
  port: number;
  /** How many connections were made. */
  connections(): number;
  close(): void;
}

export async function startBlackHole(): Promise<BlackHole> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.resume().on("error", () => undefined));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    connections: () => sockets.length,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
