/* The load generator, in a process of its own so that it takes no time from what it measures. */
import { generate } from "../load/generate.mjs";

process.send?.({});
process.on("message", (load) => void run(load));
process.on("disconnect", () => process.exit());

async function run(load) {
  process.send?.(await generate(load));
}
