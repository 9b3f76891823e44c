import { connect, type Socket } from "node:net";

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string;
}

/** Sends bytes by hand and reads the one answer that comes back. */
export async function speak(port: number, bytes: string): Promise<RawAnswer> {
  return parse((await received(port, bytes)).toString("utf8"));
}

/** Sends bytes by hand; gives all that comes back until the connection ends. */
export async function received(port: number, bytes: string): Promise<Buffer> {
  const socket = await connected(port);
  socket.write(bytes, "latin1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => {
    // A connection cut while bytes are under way is an end like another.
    socket.on("error", resolve);
    socket.on("close", resolve);
  });
  return Buffer.concat(chunks);
}

/** A connection on which nothing has been said; with `allowHalfOpen` only we can end our half. */
export function connected(port: number, { allowHalfOpen = false } = {}): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", allowHalfOpen };
    const socket = connect(options, () => resolve(socket));
    socket.once("error", reject);
  });
}

function parse(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 4),
  };
}
