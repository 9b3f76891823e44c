import { once } from "node:events";
import { request, type IncomingMessage, type RequestOptions } from "node:http";
import { text } from "node:stream/consumers";

/** Sends one request over HTTP, on a connection of its own, and reads the response. */
export async function ask(options: RequestOptions & { signal: AbortSignal }) {
  const sent = request({ agent: false, ...options });
  const responded = once(sent, "response", { signal: options.signal });
  sent.end();
  const [response] = (await responded) as [IncomingMessage];
  return { status: response.statusCode, date: response.headers.date, body: await text(response) };
}
