import { once } from "node:events";
import {
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { nginxHere } from "../../scripts/find-programs.mjs";
import { withNginx, type Edge } from "./nginx.ts";
import { expect, test as base } from "./test.ts";

/** Every worker has an nginx in front of its service. */
export const edgeTest = base.extend<object, { edge: Edge }>({
  edge: [async ({ service }, use) => withNginx(service.port, use), { scope: "worker" }],
});

/** For the head of a file: leaves its tests out where there is no nginx, except in CI. */
export function needNginx(): void {
  edgeTest.skip(process.platform !== "linux", "Other systems have one loopback address only.");
  const missing = nginxHere() === undefined;
  edgeTest.skip(missing && !process.env["CI"], "There is no nginx.");
  expect(missing, "nginx is missing").toBe(false);
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Asking {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Which of this machine's addresses to ask from. */
  localAddress?: string;
}

/** Asks on a connection of its own, with the headers as they are given. */
export async function ask(port: number, target: string, asking: Asking = {}): Promise<Answer> {
  const outgoing = request({ host: "127.0.0.1", port, path: target, agent: false, ...asking });
  const answered = once(outgoing, "response");
  outgoing.end();
  const [incoming] = (await answered) as [IncomingMessage];
  const body = await buffer(incoming);
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body };
}

/** The error is one of the contract's, for scripts of any site, and not to be kept. */
export function expectRefusal(
  answer: { status: number; headers: object; body: Buffer | string },
  code: string,
) {
  const error = expect.stringMatching(/^\w.+\.$/);
  expect(JSON.parse(answer.body.toString())).toEqual({
    success: false,
    error,
    code,
    status: answer.status,
  });
  expect(answer.headers).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
}
