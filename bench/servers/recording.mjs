import { ask } from "../machine/ask.mjs";

/**
 * An answer of the service, for others to give as well.
 *
 * @typedef {object} Recording
 * @property {number} status
 * @property {Record<string, string>} headers  Without those that belong to a connection.
 * @property {Buffer} body
 */

const OF_THE_CONNECTION = ["date", "connection", "keep-alive", "transfer-encoding"];

/**
 * Records an answer once it is a finished one: the first request fetches, the second keeps.
 *
 * @param {number} port
 * @param {string} target
 * @param {(tag: string) => Record<string, string>} [headersFor]  Request headers, given the tag.
 * @returns {Promise<Recording & { requestHeaders: Record<string, string> }>}
 */
export async function record(port, target, headersFor = () => ({})) {
  await ask(port, target);
  const { headers: known } = await ask(port, target);
  const requestHeaders = headersFor(known.etag ?? "");
  const { status, headers, body } = await ask(port, target, requestHeaders);
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
  return { status, headers: Object.fromEntries(kept), body, requestHeaders };
}
