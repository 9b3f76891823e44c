// A thread of its own, since nodes that hear nothing for a second give each other up: passes on what the nodes of a
// cluster tell each other, except between the parts of a split.
import { connect, createServer } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/**
 * @import { AddressInfo } from "node:net"
 * @typedef {{ index: number, source: string | undefined, end: () => void }} Link
 */

/**
 * The addresses from which the nodes call each other.
 * @type {{ sources: string[] }}
 */
const { sources } = workerData;
/**
 * The ports on which they listen; they are told of each other afterwards.
 * @type {number[]}
 */
let targets = [];
/**
 * The node that is cut off.
 * @type {number | undefined}
 */
let alone;
/** @type {Set<Link>} */
const open = new Set();

/**
 * @param {number} target
 * @param {string | undefined} source
 */
const isCut = (target, source) =>
  alone !== undefined && (target === alone) !== (source === sources[alone]);

const ports = sources.map(
  (_, index) =>
    new Promise((resolve) => {
      const server = createServer((socket) => {
        const source = socket.remoteAddress;
        const inner = connect(targets[index] ?? 0, "127.0.0.1");
        const link = { index, source, end };
        function end() {
          open.delete(link);
          socket.destroy();
          inner.destroy();
        }
        open.add(link);
        for (const one of [socket, inner]) one.on("error", end).on("close", end);
        if (isCut(index, source)) return end();
        socket.pipe(inner).pipe(socket);
      });
      server.listen(0, "127.0.0.1", () =>
        resolve(/** @type {AddressInfo} */ (server.address()).port),
      );
    }),
);

parentPort?.on("message", (/** @type {{ targets?: number[], alone?: number }} */ message) => {
  targets = message.targets ?? targets;
  alone = message.alone;
  for (const link of open) if (isCut(link.index, link.source)) link.end();
});
parentPort?.postMessage(await Promise.all(ports));
