import { randomInt } from "node:crypto";
import { once } from "node:events";
import {
  createServer,
  type AddressInfo,
  type LookupFunction,
  type Server,
  type Socket,
} from "node:net";

/** Starts a server on a free port of the loopback address; returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Below those that systems give to connections, and to servers that do not name one. */
const PORTS = { first: 20_000, end: 32_768 };
/** Once for each process: what a test has released, it may want back. */
const chosen = new Set<number>();

/**
 * A port of the loopback address that no server listens on, and that nobody gets who does not ask for this very
 * one: a server may be started on it later, and again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (chosen.has(port) || !(await isFree(port))) continue;
    chosen.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** A server on the loopback address that accepts connections, reads data, and never responds. */
export async function startBlackHole() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.resume().on("error", () => undefined));
  });
  return {
    port: await listen(server),
    /** How many connections were made. */
    connections: () => sockets.length,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A lookup of names whose addresses a test says; others are unknown. */
export function lookupIn(addresses: Readonly<Record<string, readonly string[]>>): LookupFunction {
  return (hostname, options, callback) => {
    const found = (addresses[hostname.replace(/\.+$/, "")] ?? []).map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    const [first] = found;
    if (first === undefined) {
      callback(Object.assign(new Error(hostname), { code: "ENOTFOUND" }), []);
    } else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}
