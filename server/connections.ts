import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Connections = ReturnType<typeof watchConnections>;

/** The internals of a Node connection that are used here. */
interface ConnectionParts {
  /** The response that is being written. */
  _httpMessage?: ServerResponse | null;
}

/** The open connections of a server, upgraded ones included, which Node no longer counts. */
export function watchConnections(server: Server) {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return {
    /** Ends idle connections: those without a request under way. */
    endIdle() {
      for (const socket of open) if (responseUnderWay(socket) === undefined) socket.destroy();
    },
    endAll() {
      for (const socket of open) socket.destroy();
    },
  };
}

/** The response to the first request still open on a connection. */
export function responseUnderWay(socket: Socket): ServerResponse | undefined {
  return (socket as ConnectionParts)._httpMessage ?? undefined;
}
