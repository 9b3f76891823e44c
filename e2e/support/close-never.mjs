// A service without routes, whose stores never finish closing.
import { createServer } from "node:http";
import pino from "pino";
import { watchConnections } from "../../dist/server/connections.js";
import { drainOnSignal, endOnSignal } from "../../dist/server/shutdown.js";

endOnSignal();
const server = createServer().listen(0, "127.0.0.1", () => console.log("Listening"));
drainOnSignal({
  front: { server, connections: watchConnections(server), drain: () => undefined },
  logger: pino(),
  begin: () => undefined,
  close: () => new Promise(() => undefined),
});
