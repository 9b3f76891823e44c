// Programs of their own, made of parts of the service; the argument names one.
import { createServer } from "node:http";
import pino from "pino";
import { watchConnections } from "../../dist/server/connections.js";
import { reasonOf } from "../../dist/server/failed-start.js";
import { lead } from "../../dist/server/lead.js";
import { drainOnSignal, endOnSignal } from "../../dist/server/shutdown.js";

const programs = {
  /** Leads two processes that must be ready within two seconds. */
  async lead() {
    try {
      await lead(2, { startMs: 2_000 });
    } catch (error) {
      console.error(reasonOf(error));
      process.exit(1);
    }
  },

  /** A service without routes, whose stores never finish closing. */
  closeNever() {
    endOnSignal();
    const server = createServer().listen(0, "127.0.0.1", () => console.log("Listening"));
    drainOnSignal({
      front: { server, connections: watchConnections(server), drain: () => undefined },
      logger: pino(),
      begin: () => undefined,
      close: () => new Promise(() => undefined),
    });
  },
};

await programs[process.argv[2]]();
