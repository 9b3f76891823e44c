const LAST_CHUNK = "\r\n0\r\n\r\n";

/**
 * What an answer begins with: its status, and how long the whole of it is. Undefined while too
 * little has arrived to know that.
 *
 * @param {Buffer} bytes
 * @returns {{ status: number, length: number } | undefined}
 */
export function readBeginning(bytes) {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const status = statusOf(bytes);
  const bodyStart = end + 4;
  if (status === 304 || status === 204) return { status, length: bodyStart };
  const declared = /\r\ncontent-length: *(\d+)/i.exec(bytes.latin1Slice(0, end))?.[1];
  if (declared !== undefined) return { status, length: bodyStart + Number(declared) };
  // Chunks: that their end stands inside a body, just where a piece ends, is not to be feared here.
  const isWhole = bytes.subarray(-LAST_CHUNK.length).toString("latin1") === LAST_CHUNK;
  return isWhole ? { status, length: bytes.length } : undefined;
}

/**
 * The three digits after `HTTP/1.1 `.
 *
 * @param {Buffer} bytes
 */
export function statusOf(bytes) {
  return (bytes[9] - 48) * 100 + (bytes[10] - 48) * 10 + (bytes[11] - 48);
}

/**
 * A request as it goes over the wire.
 *
 * @param {string} target
 * @param {Record<string, string>} [headers]
 */
export function requestText(target, headers = {}) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join("")}\r\n`;
}
