import { once } from "node:events";
import { connect } from "node:net";
import { onPath } from "../../scripts/find-browser.mjs";
import { freePort } from "../machine/ask.mjs";
import { LOAD } from "../machine/cores.mjs";
import { start, stop, unlessEnded } from "../machine/processes.mjs";

const program = onPath(["redis-server"]);

/**
 * Starts a Redis that counts the commands it is sent; a script counts once. Undefined where Redis is
 * not installed.
 */
export async function startRedis() {
  if (program === undefined) return undefined;
  const port = await freePort();
  const child = start([program, "--port", String(port), "--bind", "127.0.0.1", "--save", ""], {
    cores: LOAD,
  });
  const monitor = await unlessEnded(child, connected(port));
  let commands = 0;
  let rest = "";
  monitor.on("data", (chunk) => {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    // `+1700000000.123456 [0 127.0.0.1:5] "get" …`; what a script runs has `lua` for its address.
    commands += lines.filter((line) => /^\+\d/.test(line) && !line.includes(" lua] ")).length;
  });
  monitor.write("MONITOR\r\n");
  return {
    url: `redis://127.0.0.1:${port}`,
    /** How many commands came since the start. */
    commands: () => commands,
    stop: () => stop(child),
  };
}

/** @param {number} port */
async function connected(port) {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return socket;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
