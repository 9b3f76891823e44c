import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ApiError } from "../lib/contract/errors.ts";
import { answerUnderWay } from "./connections.ts";
import { refusalReply } from "./refusals.ts";

/** Longer than any answer takes that may have to be waited for. */
const LONGEST_ANSWER_MS = 10_000;
/** How long a client may take to read its refusal. */
const LINGER_MS = 1_000;

const refused = new WeakSet<Socket>();

/**
 * Responds on a connection that sent something other than a request, and closes it. Requests before it
 * are answered first: a client matches responses to requests by their order.
 */
export function refuseSocket(socket: Socket, error: ApiError): void {
  // Node complains again about each further packet.
  if (refused.has(socket)) return;
  refused.add(socket);
  // Node takes its own listener from a connection that upgrades; without one, a reset would end
  // the process.
  socket.on("error", () => socket.destroy());
  destroyAfter(socket, LONGEST_ANSWER_MS);
  refuseInTurn(socket, refusalText(error));
}

function refuseInTurn(socket: Socket, text: string): void {
  const answer = answerUnderWay(socket);
  if (answer !== undefined) {
    // Node has taken its own listener from a connection that upgrades; without one, an answer that
    // waits for a slow client would wait for ever.
    const goOn = () => void answer.emit("drain");
    socket.on("drain", goOn);
    answer.once("close", () => {
      socket.off("drain", goOn);
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
