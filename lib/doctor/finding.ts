import { once } from "node:events";
import { request, type IncomingMessage, type RequestOptions } from "node:http";
import { text } from "node:stream/consumers";

/** The result of one check. */
export interface Finding {
  check: string;
  status: "ok" | "warning" | "error";
  /** A sentence that says what was found, and what to do about it. */
  message: string;
}

type Say = (message: string) => Finding;

/** Ways to say what a check found. */
export function findingsOf(check: string): { ok: Say; warning: Say; error: Say } {
  const say = (status: Finding["status"]) => (message: string) => ({ check, status, message });
  return { ok: say("ok"), warning: say("warning"), error: say("error") };
}

/** Explains in a few words why something failed. */
export function shortReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause, name } = error;
  if (message === "fetch failed" && cause !== undefined) return shortReason(cause);
  if (name === "TimeoutError" || name === "AbortError") return "no response in time";
  // The message is empty if a name has several addresses.
  return message === "" ? ((error as NodeJS.ErrnoException).code ?? name) : message;
}

/** Sends one request over HTTP, on a connection of its own, and reads the response. */
export async function ask(options: RequestOptions & { signal: AbortSignal }) {
  const sent = request({ agent: false, ...options });
  const responded = once(sent, "response", { signal: options.signal });
  sent.end();
  const [response] = (await responded) as [IncomingMessage];
  return { status: response.statusCode, date: response.headers.date, body: await text(response) };
}
