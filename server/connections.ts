import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Connections = ReturnType<typeof watchConnections>;

/** These internals of a Node connection are used here, for want of a public interface. */
interface ConnectionParts {
  /** The response that is being written: Node tells nobody which of several requests it has come to. */
  _httpMessage?: ServerResponse | null;
  /**
   * Bytes that were written to it so far, and those among them that the system has not taken. The public
   * `writableLength` stays the same until a whole chunk is taken, so that a slow client would seem to have stopped.
   */
  _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  /** Calls this with each request; -1 is an error, which ends the connection. */
  parser?: { onIncoming?: ((...given: unknown[]) => unknown) | null } | null;
}

/** How many requests of a connection may be under way at once: who sends more does not read the responses. */
export const MOST_PIPELINED = 16;
/** The error of a connection that sends more than that. */
export const TOO_MANY_PIPELINED = "HPE_CB_HEADERS_COMPLETE";
/** All responses that clients have not taken may use so many bytes. */
const MOST_UNTAKEN = 64 * 2 ** 20;

export interface ConnectionLimits {
  /** How long a client may take nothing of a response. */
  stalledMs: number;
  mostUntaken?: number;
}

/** The open connections of a server, upgraded ones included, which Node no longer counts. */
export function watchConnections(
  server: Server,
  { stalledMs, mostUntaken = MOST_UNTAKEN }: ConnectionLimits,
) {
  const open = new Set<Socket>();
  /** The responses under way on a connection that had several; Node keeps what is written to those that wait. */
  const pipelined = new WeakMap<Socket, Set<ServerResponse>>();
  /** An upper bound of what clients have not taken: the last count, and what was written since. */
  let untaken = 0;
  /** How much a client has taken of what waits to be sent, and since when it has taken no more. */
  const progress = new WeakMap<Socket, { taken: number; since: number }>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });

  const cut = (socket: Socket) => {
    open.delete(socket);
    // Otherwise the system would go on offering the client what it has of the response.
    socket.resetAndDestroy();
  };

  const startPipeline = (socket: Socket) => {
    const underWay = new Set<ServerResponse>();
    const first = responseUnderWay(socket);
    if (first !== undefined) underWay.add(first);
    first?.once("close", () => underWay.delete(first));
    refuseWhen(socket, () => underWay.size >= MOST_PIPELINED);
    pipelined.set(socket, underWay);
    return underWay;
  };

  const untakenBytes = (socket: Socket): number => {
    const later = [...(pipelined.get(socket) ?? [])].filter((response) => response.socket === null);
    return sum([socket.writableLength, ...later.map(({ writableLength }) => writableLength)]);
  };

  /** Counts again; where it is too much, ends those that take up most, until half of it is left. */
  const countAgain = () => {
    const sizes = Array.from(open, (socket) => ({ socket, bytes: untakenBytes(socket) }));
    untaken = sum(sizes.map(({ bytes }) => bytes));
    if (untaken <= mostUntaken) return;
    for (const { socket, bytes } of sizes.toSorted((one, other) => other.bytes - one.bytes)) {
      cut(socket);
      untaken -= bytes;
      if (untaken <= mostUntaken / 2) return;
    }
  };

  return {
    /** To be called with each request: one too many is an error of its connection. */
    begun(socket: Socket, response: ServerResponse): void {
      // Nothing is pipelined: Node gives a response its connection once it is the first in line.
      if (response.socket !== null) return;
      const underWay = pipelined.get(socket) ?? startPipeline(socket);
      underWay.add(response);
      response.once("close", () => underWay.delete(response));
    },
    /** To be called once a response is written, so that what clients do not take is bounded. */
    written(response: ServerResponse): void {
      untaken += response.writableLength;
      if (untaken > mostUntaken) countAgain();
    },
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
        else if (now - before.since >= stalledMs) cut(socket);
      }
    },
  };
}

/**
 * Has the parser of a connection refuse requests. Node has no documented way: `maxRequestsPerSocket`, a pause or its own
 * back pressure act once all of a packet is parsed. The 1,400 requests in 63 kB are objects by then, and 30 such
 * connections hold 98 MB instead of 3.
 */
function refuseWhen(socket: Socket, isFull: () => boolean): void {
  const { parser } = socket as ConnectionParts;
  if (typeof parser?.onIncoming !== "function") return;
  const take = parser.onIncoming;
  parser.onIncoming = (...given: unknown[]) => (isFull() ? -1 : take(...given));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** How many bytes the system has taken of a connection's responses. */
function takenBytes(socket: Socket): number {
  const { bytesWritten = 0, writeQueueSize = 0 } = (socket as ConnectionParts)._handle ?? {};
  return bytesWritten - writeQueueSize;
}

/** The response to the first request still open on a connection. */
export function responseUnderWay(socket: Socket): ServerResponse | undefined {
  return (socket as ConnectionParts)._httpMessage ?? undefined;
}
