import { connect } from "node:net";

/** What came over the wire until the connection ended, and how it ended. */
export interface RawAnswer {
  readonly text: string;
  /** Null after an orderly close, otherwise the code of the error. */
  readonly error: string | null;
}

/** Sends a GET by hand and collects bytes, below anything that would tidy them up. */
export function rawGet(url: string, { stopAfter = Infinity } = {}): Promise<RawAnswer> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let error: string | null = null;
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunks.reduce((sum, { length }) => sum + length, 0) >= stopAfter) socket.destroy();
    });
    socket.on("error", (cause: NodeJS.ErrnoException) => {
      error = cause.code ?? cause.message;
    });
    socket.on("close", () => resolve({ text: Buffer.concat(chunks).toString("latin1"), error }));
  });
}
