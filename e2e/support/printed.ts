import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect } from "playwright/test";
import { root } from "./root.ts";
import { environmentOf } from "./service.ts";

/** A line of the service's log. */
export type LogLine = Record<string, unknown> & { level: number; msg: string };

/** The service started as in production, and everything it prints. */
export interface PrintingService {
  readonly port: number;
  readonly url: string;
  readonly process: ChildProcess;
  /** What came on both outputs, as it came. */
  printed(): string;
  /** The same, read as one JSON object a line; fails when a line is anything else. */
  log(): LogLine[];
}

/** Starts the program, lends it, and ends it. */
export async function withPrintingService(
  variables: Record<string, string>,
  use: (service: PrintingService) => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, "dist", "server", "start.js")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: environmentOf(variables),
  });
  const ended = once(child, "close");
  let text = "";
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  }
  try {
    const url = await addressIn(child.stdout);
    const log = () => text.split("\n").filter(Boolean).map(readLine);
    await use({
      url: url.replace("localhost", "127.0.0.1"),
      port: Number(new URL(url).port),
      process: child,
      printed: () => text,
      log,
    });
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

function readLine(line: string): LogLine {
  const read = JSON.parse(line) as LogLine;
  expect(read).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
  return read;
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const { msg, address } = JSON.parse(line) as LogLine;
    if (msg === "Listening" && typeof address === "string") {
      // The other reader of this output goes on.
      output.resume();
      return address;
    }
  }
  throw new Error("The service ended before it listened.");
}
