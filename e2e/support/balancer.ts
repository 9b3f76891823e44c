import { connect, createServer, type Socket } from "node:net";
import { listen } from "../../testing/local-server.ts";

/** Passes connections on, as a Service of Kubernetes does: it knows ports, and nothing of HTTP. */
export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

export async function startBalancer() {
  let endpoints: readonly number[] = [];
  let turn = 0;
  const accepted = new Map<number, number>();
  /** The connections of each port. */
  const open = new Map<number, Set<Socket>>();

  const server = createServer((client) => {
    turn += 1;
    const port = endpoints[turn % endpoints.length] ?? 0;
    accepted.set(port, (accepted.get(port) ?? 0) + 1);
    const sockets = open.get(port) ?? new Set();
    open.set(port, sockets.add(client));
    const upstream = connect(port, "127.0.0.1");
    client.pipe(upstream).pipe(client);
    client.once("close", () => {
      sockets.delete(client);
      upstream.destroy();
    });
    // An orderly end is passed on by the pipe, once everything before it is sent.
    client.on("error", () => client.destroy());
    upstream.on("error", () => client.resetAndDestroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    /** New connections go to these ports in turn; open ones stay where they are. */
    balance(ports: readonly number[]) {
      endpoints = ports;
    },
    endpoints: () => endpoints,
    /** How many connections a port got, and how many of them are open. */
    connectionsOf: (to: number) => ({
      accepted: accepted.get(to) ?? 0,
      open: open.get(to)?.size ?? 0,
    }),
    async close() {
      for (const sockets of open.values()) for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
