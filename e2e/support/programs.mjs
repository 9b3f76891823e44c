// Programs of their own, made of parts of the service; the argument names one.
import { createServer } from "node:http";
import pino from "pino";

const built = new URL("../../dist/server", import.meta.url).href;
/** @type {typeof import("../../server/connections.ts")} */
const { watchConnections } = await import(`${built}/connections.js`);
/** @type {typeof import("../../server/failed-start.ts")} */
const { startFailure } = await import(`${built}/failed-start.js`);
/** @type {typeof import("../../server/lead.ts")} */
const { lead } = await import(`${built}/lead.js`);
/** @type {typeof import("../../server/shutdown.ts")} */
const { drainOnSignal, endOnSignal } = await import(`${built}/shutdown.js`);

/** @type {Record<string, () => unknown>} */
const programs = {
  /** Leads two processes that must be ready within two seconds. */
  async lead() {
    try {
      await lead(2, { startMs: 2_000 });
    } catch (error) {
      console.error(startFailure(error));
      process.exit(1);
    }
  },

  /** A service without routes, whose stores never finish closing. */
  closeNever() {
    endOnSignal();
    const server = createServer().listen(0, "127.0.0.1", () => console.log("Listening"));
    drainOnSignal({
      front: {
        server,
        connections: watchConnections(server, { stalledMs: 30_000 }),
        drain: () => undefined,
      },
      logger: pino(),
      begin: () => undefined,
      close: () => new Promise(() => undefined),
    });
  },
};

const program = programs[process.argv[2] ?? ""];
if (program === undefined) throw new Error(`There is no program "${process.argv[2]}".`);
await program();
