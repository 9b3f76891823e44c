import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";

/** Hands requests over to the thread that renders pages. */
export interface PageRequests {
  send(request: IncomingMessage, response: ServerResponse, sending: Sending): SentRequest;
  /** Requests a page; rejects unless all of it comes, in time and with a status below 500. */
  render(target: string): Promise<void>;
  /** Bytes of responses that clients have not read yet. */
  bytesHeld(): number;
}

export interface Sending {
  /** The address of the client. */
  client: string;
  /** Called with the status when the answer begins. */
  onAnswer(status: number): void;
  /** Called when no answer came; the response is still to be written. */
  onFailure(): void;
  /** Called once, when nothing of it is left in that thread. */
  onEnd(): void;
}

export interface SentRequest {
  /** Ends it, answered or not. */
  cancel(): void;
}

/** From the first byte to the last; however slowly the client reads. */
const LAST_BYTE_MS = 10_000;
/** For the first pages of a new thread, which loads all of its code. */
const FIRST_RENDER_MS = 30_000;
/** A client that reads nothing for this long is disconnected. */
const CLIENT_MS = 20_000;

/**
 * Headers that are not forwarded: those of one connection, those that only this server may set, and
 * those that announce a body. Bodies are not forwarded, so Next would read the start of the next
 * visitor's request as the announced body (request smuggling).
 */
const NOT_FORWARDED = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
]);

export interface PageRequestsOptions {
  /** Where the thread listens. */
  socketPath: string;
  /** Connections to it at most. */
  connections: number;
  /** From handing a request over to the first byte of its answer. */
  firstByteMs: number;
}

export function createPageRequests({
  socketPath,
  connections,
  firstByteMs,
}: PageRequestsOptions): PageRequests {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
  });
  let held = 0;

  /** Reads a response as fast as it comes, so that a slow client does not keep its slot. */
  const pass = (answer: IncomingMessage, request: IncomingMessage, response: ServerResponse) => {
    let bytes = 0;
    response.setTimeout(CLIENT_MS, () => response.destroy());
    // Not the response's own event: of requests that came without waiting for answers, only the
    // first has one when the connection ends.
    request.once("close", () => (held -= bytes));
    answer.on("data", (chunk: Buffer) => {
      if (request.destroyed) return;
      held += chunk.length;
      bytes += chunk.length;
      response.write(chunk);
    });
    answer.once("close", () => {
      if (answer.complete) response.end();
      else response.destroy();
    });
  };

  return {
    bytesHeld: () => held,

    send(request, response, { client, onAnswer, onFailure, onEnd }) {
      const inner = httpRequest({
        agent,
        socketPath,
        method: request.method,
        path: request.url,
        headers: { ...forwardedHeaders(request), "x-forwarded-for": client },
      });
      const cancel = () => void inner.destroy();
      let timer = setTimeout(cancel, firstByteMs);
      let answered = false;
      inner.once("response", (answer) => {
        answered = true;
        clearTimeout(timer);
        timer = setTimeout(cancel, LAST_BYTE_MS);
        const { connection: _, "keep-alive": __, ...headers } = answer.headers;
        const { statusCode = 502 } = answer;
        onAnswer(statusCode);
        response.writeHead(statusCode, headers);
        // The end of the stream says that it was cut short.
        answer.on("error", () => undefined);
        pass(answer, request, response);
      });
      inner.on("error", () => undefined);
      inner.once("close", () => {
        clearTimeout(timer);
        if (!answered) onFailure();
        onEnd();
      });
      inner.end();
      return { cancel };
    },

    async render(target) {
      const signal = AbortSignal.timeout(FIRST_RENDER_MS);
      const headers = { "x-forwarded-for": "127.0.0.1" };
      await new Promise<void>((resolve, reject) => {
        const inner = httpRequest({ agent, socketPath, path: target, headers, signal });
        inner.once("response", (answer) => {
          answer.resume();
          answer.once("error", reject);
          answer.once("end", () => {
            const { statusCode = 0 } = answer;
            if (statusCode < 500) resolve();
            else reject(new Error(`${target} was rendered with status ${statusCode}.`));
          });
        });
        inner.once("error", reject);
        inner.end();
      });
    },
  };
}

function forwardedHeaders({ headers }: IncomingMessage): IncomingMessage["headers"] {
  const forwarded = Object.entries(headers).filter(
    ([name]) => !NOT_FORWARDED.has(name) && !name.startsWith("x-middleware-"),
  );
  return Object.fromEntries(forwarded);
}
