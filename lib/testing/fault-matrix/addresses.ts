import { once } from "node:events";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type AddressInfo, type Server } from "node:net";
import { createSelfSigned } from "./self-signed.ts";

/** Addresses at which no provider can be reached. */
export interface BadAddresses {
  /** Nobody listens. */
  refused: string;
  /** Answers over TLS with a certificate that nobody vouches for. */
  untrusted: string;
  close(): Promise<void>;
}

export async function openBadAddresses(): Promise<BadAddresses> {
  const closed = createServer();
  const refused = `http://127.0.0.1:${await listen(closed)}`;
  await close(closed);
  const secure = createHttpsServer(createSelfSigned(), (_, response) => response.end("{}"));
  const untrusted = `https://127.0.0.1:${await listen(secure)}`;
  return { refused, untrusted, close: () => close(secure) };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}
