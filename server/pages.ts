import { randomUUID } from "node:crypto";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline, type Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { MessageChannel, Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { Api } from "../lib/http/api.ts";
import { createAccessLog } from "../lib/log/access-log.ts";
import type { Metrics } from "../lib/metrics/metrics.ts";
import { answerQuestions } from "./page-questions.ts";

/** The part of the service that draws pages. */
export interface Pages {
  /** Resolves when pages are served for the first time. */
  ready: Promise<void>;
  /** Hands a request over; answers 503 while pages are not served. */
  serve(request: IncomingMessage, response: ServerResponse, client: string): void;
  close(): Promise<void>;
}

export interface PagesOptions {
  /** What pages ask for their content. */
  api: Pick<Api, "handle">;
  logger: Logger;
  metrics: Pick<Metrics, "answered">;
}

const RESTART_MS = 1_000;

/**
 * Headers that belong to one connection, or that say what only this server may say; and those that
 * announce a body. Bodies are not handed over: the pages' server would take the start of the next
 * request on the same connection, somebody else's, for the one it was told of.
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

/** Starts Next in a worker thread and restarts it when it dies; the API does not depend on it. */
export function startPages({ api, logger, metrics }: PagesOptions): Pages {
  const socketPath = localSocket();
  const accessLog = createAccessLog(logger);
  let worker: Worker;
  let closing = false;
  let firstReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    firstReady = resolve;
  });

  const start = () => {
    const { port1, port2 } = new MessageChannel();
    answerQuestions(port1, api);
    port1.unref();
    worker = new Worker(new URL("./next-worker.js", import.meta.url), {
      workerData: { socketPath, questions: port2 },
      transferList: [port2],
      // Kept from standard output, where only JSON is written.
      stdout: true,
      stderr: true,
    });
    const words = logger.child({ source: "pages" });
    eachLine(worker.stdout, (line) => words.info(line));
    eachLine(worker.stderr, (line) => words.warn(line));
    worker.once("message", firstReady);
    worker.on("error", (error) => logger.error({ err: error }, "The pages' thread failed"));
    worker.once("exit", (code) => {
      if (closing) return;
      logger.error({ code }, "The pages' thread ended; starting it again");
      setTimeout(start, RESTART_MS).unref();
    });
  };
  start();

  const noteAnswer = ({ method = "" }: IncomingMessage, status: number, started: number) => {
    const seconds = (performance.now() - started) / 1_000;
    const answer = { route: "page", status, cache: "none", seconds } as const;
    metrics.answered(answer);
    accessLog?.({ ...answer, method, requestId: undefined });
  };

  return {
    ready,

    serve(request, response, client) {
      const forwarded = Object.entries(request.headers).filter(
        ([name]) => !NOT_FORWARDED.has(name) && !name.startsWith("x-middleware-"),
      );
      const started = performance.now();
      const inner = httpRequest(
        {
          socketPath,
          method: request.method,
          path: request.url,
          headers: { ...Object.fromEntries(forwarded), "x-forwarded-for": client },
        },
        (answer) => {
          const { connection: _, "keep-alive": __, ...headers } = answer.headers;
          const { statusCode = 502 } = answer;
          noteAnswer(request, statusCode, started);
          response.writeHead(statusCode, headers);
          pipeline(answer, response, () => undefined);
        },
      );
      inner.once("error", () => {
        if (response.headersSent) return void response.destroy();
        noteAnswer(request, 503, started);
        response.writeHead(503, { "content-type": "text/plain", "retry-after": "2" });
        response.end("The pages are being started. Retry in a moment.\n");
      });
      response.once("close", () => inner.destroy());
      inner.end();
    },

    async close() {
      closing = true;
      await worker.terminate();
    },
  };
}

/** Reads what somebody prints: lines that are not empty, without colours. */
function eachLine(output: Readable, use: (line: string) => void): void {
  createInterface({ input: output }).on("line", (line) => {
    const text = stripVTControlCharacters(line).trim();
    if (text !== "") use(text);
  });
}

function localSocket(): string {
  const name = `nametag-${process.pid}-${randomUUID().slice(0, 8)}`;
  return process.platform === "win32"
    ? `\\\\.\\pipe\\${name}`
    : path.join(tmpdir(), `${name}.sock`);
}
