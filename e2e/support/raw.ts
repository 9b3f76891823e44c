import { connect, type Socket } from "node:net";
import { expect } from "vitest";
import { type ErrorCode, ERRORS } from "../../lib/contract/errors.ts";

/** A response as received. */
export interface RawResponse {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string;
}

/** Sends bytes and reads the single response. */
export async function speak(port: number, bytes: string): Promise<RawResponse> {
  const responses = responsesIn(await received(port, bytes));
  const [response] = responses;
  if (response === undefined || responses.length > 1) throw new Error("Not one response");
  return response;
}

/** Sends bytes, part by part; returns everything received until the connection ends. */
export async function received(port: number, ...parts: readonly string[]): Promise<Buffer> {
  const socket = await connected(port);
  socket.setNoDelay(true);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => {
    // A connection that is cut has ended like any other.
    socket.on("error", resolve);
    socket.on("close", resolve);
  });
  for (const part of parts) await new Promise((resolve) => socket.write(part, "latin1", resolve));
  await ended;
  return Buffer.concat(chunks);
}

/** A new connection; with `allowHalfOpen`, only we can end our half. */
export function connected(port: number, { allowHalfOpen = false } = {}): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", allowHalfOpen };
    const socket = connect(options, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Expects an error of the contract, readable from any origin and not cacheable. */
export function expectRefusal(
  response: { status: number; headers: object; body: Buffer | string } | undefined,
  code: ErrorCode,
): void {
  expect(JSON.parse(String(response?.body))).toEqual({
    success: false,
    error: expect.stringMatching(/^\w.+\.$/),
    code,
    status: ERRORS[code],
    ...(ERRORS[code] > 500 && { retry_after: expect.any(Number) }),
  });
  expect(response).toMatchObject({
    status: ERRORS[code],
    headers: {
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
    },
  });
}

const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\x20-\x7e\t]*)$/;
const END_OF_HEAD = "\r\n\r\n";

/**
 * All responses of an ended connection, to requests other than HEAD. Throws when they are not well-formed
 * HTTP/1.1, or when a byte is missing or left over.
 */
export function responsesIn(bytes: Buffer): RawResponse[] {
  const text = bytes.toString("latin1");
  const responses: RawResponse[] = [];
  let at = 0;
  while (at < text.length) {
    const { response, end } = responseAt(text, at);
    responses.push(response);
    at = end;
  }
  return responses;
}

function responseAt(text: string, start: number): { response: RawResponse; end: number } {
  const headEnd = text.indexOf(END_OF_HEAD, start);
  const [statusLine = "", ...lines] = text.slice(start, headEnd).split("\r\n");
  const status = Number(STATUS_LINE.exec(statusLine)?.[1]);
  if (headEnd === -1 || Number.isNaN(status)) throw malformed(text, start);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = "", value = ""] = HEADER_LINE.exec(line) ?? [];
    if (name === "" || name.toLowerCase() in headers) throw malformed(line, 0);
    headers[name.toLowerCase()] = value;
  }
  const { body, end } = bodyAt(text, headEnd + END_OF_HEAD.length, status, headers);
  return { response: { status, headers, body: Buffer.from(body, "latin1").toString() }, end };
}

function bodyAt(
  text: string,
  start: number,
  status: number,
  headers: Record<string, string>,
): { body: string; end: number } {
  const length = headers["content-length"];
  const chunked = headers["transfer-encoding"] === "chunked";
  if (status === 204 || status === 304) return { body: "", end: start };
  if (chunked === (length !== undefined)) throw malformed(text, start);
  if (chunked) return chunksAt(text, start);
  const end = start + Number(length);
  if (!(end <= text.length)) throw malformed(text, start);
  return { body: text.slice(start, end), end };
}

function chunksAt(text: string, start: number): { body: string; end: number } {
  let body = "";
  for (let at = start; ;) {
    const [line = "", digits = ""] = /^([0-9a-f]+)\r\n/.exec(text.slice(at, at + 20)) ?? [];
    const from = at + line.length;
    const to = from + Number.parseInt(digits, 16);
    if (text.slice(to, to + 2) !== "\r\n") throw malformed(text, at);
    if (to === from) return { body, end: to + 2 };
    body += text.slice(from, to);
    at = to + 2;
  }
}

function malformed(text: string, at: number): Error {
  return new Error(`No well-formed HTTP: ${JSON.stringify(text.slice(at, at + 200))}`);
}
