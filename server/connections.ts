import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Connections = ReturnType<typeof watchConnections>;

/** The internals of a Node connection that are used here. */
interface ConnectionParts {
  /** The response that is being written. */
  _httpMessage?: ServerResponse | null;
  /** Bytes that were written to it so far, and those among them that the system has not taken. */
  _handle?: { bytesWritten: number; writeQueueSize: number } | null;
}

/**
 * The open connections of a server, upgraded ones included, which Node no longer counts.
 * @param stalledMs How long a client may take nothing of a response.
 */
export function watchConnections(server: Server, stalledMs: number) {
  const open = new Set<Socket>();
  /** How much was taken of what waits to be sent, and since when it is no more. */
  const progress = new WeakMap<Socket, { taken: number; since: number }>();
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
    /**
     * Ends connections whose client takes nothing of a response; slow ones go on. Looking at all of them
     * now and then costs a request nothing, unlike a timer for each response.
     */
    endStalled(now: number) {
      for (const socket of open) {
        const before = progress.get(socket);
        const taken = takenBytes(socket);
        if (socket.writableLength === 0) progress.delete(socket);
        else if (before?.taken !== taken) progress.set(socket, { taken, since: now });
        // Otherwise the system would go on offering the client what it has of the response.
        else if (now - before.since >= stalledMs) socket.resetAndDestroy();
      }
    },
  };
}

/** How many bytes the system has taken of a connection's responses. */
function takenBytes(socket: Socket): number {
  const { bytesWritten = 0, writeQueueSize = 0 } = (socket as ConnectionParts)._handle ?? {};
  return bytesWritten - writeQueueSize;
}

/** The response to the first request still open on a connection. */
export function responseUnderWay(socket: Socket): ServerResponse | undefined {
  return (socket as ConnectionParts)._httpMessage ?? undefined;
}
