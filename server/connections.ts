import { STATUS_CODES, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ApiError } from "../lib/contract/errors.ts";
import { refusalReply } from "./refusals.ts";

/** Longer than any response takes that the refusal may have to wait for. */
const LONGEST_RESPONSE_MS = 10_000;
/** How long a client may take to read its refusal. */
const LINGER_MS = 1_000;

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
function responseUnderWay(socket: Socket): ServerResponse | undefined {
  return (socket as ConnectionParts)._httpMessage ?? undefined;
}

const refused = new WeakSet<Socket>();

/**
 * Responds on a connection that sent something other than a request, and closes it. Earlier requests get
 * their responses first, since a client matches responses to requests by their order.
 */
export function refuseSocket(socket: Socket, error: ApiError): void {
  // Node emits the error again for each further packet.
  if (refused.has(socket)) return;
  refused.add(socket);
  // Node removes its own listener from an upgrading connection; without one, a reset would end the
  // process.
  socket.on("error", () => socket.destroy());
  destroyAfter(socket, LONGEST_RESPONSE_MS);
  refuseInTurn(socket, refusalText(error));
}

function refuseInTurn(socket: Socket, text: string): void {
  const response = responseUnderWay(socket);
  if (response !== undefined) {
    // Node removes its own listener from an upgrading connection; without one, a response that waits
    // for a slow client would wait forever.
    const resume = () => void response.emit("drain");
    socket.on("drain", resume);
    response.once("close", () => {
      socket.off("drain", resume);
      refuseInTurn(socket, text);
    });
    return;
  }
  if (!socket.writable) return void socket.destroy();
  socket.end(text);
  // Closing with unread bytes would reset the connection, and the client might not get the refusal.
  socket.resume();
  destroyAfter(socket, LINGER_MS);
}

function refusalText(error: ApiError): string {
  const { status, headers, body } = refusalReply(error);
  const lines = Object.entries({ ...headers, connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${String(body)}`;
}

function destroyAfter(socket: Socket, milliseconds: number): void {
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  socket.once("close", () => clearTimeout(timer));
}
