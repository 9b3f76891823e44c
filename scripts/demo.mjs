// npm run demo: the service against the sandbox. Works without internet access. With ten times the rates that providers
// allow, so that somebody who tries it out waits for nothing and a test of load still meets them;
// `npm run demo -- --real-rates` has the real ones.
import path from "node:path";
import { built, endWithNpm, root, serveOnSandbox } from "./prepare.mjs";

endWithNpm();
process.env.DATA_DIR ??= path.join(root, "data", "demo");
const isReal = process.argv.includes("--real-rates");
const { sandbox, url } = await serveOnSandbox({ UPSTREAM_RATE_FACTOR: isReal ? "1" : "10" });
/** @type {typeof import("../sandbox/faults/fault.ts")} */
const { describeFault } = await import(built("sandbox/faults/fault.js"));
/** @type {typeof import("../sandbox/player.ts")} */
const { groupedPlayers } = await import(built("sandbox/player.js"));
console.log(`\nPlayers to try:\n${groupedPlayers(sandbox.players)}\n`);
console.log(`Nametag is ready at ${url}, with invented players and no internet.`);
console.log(`The fake providers are at ${sandbox.url}`);
console.log("To make them fail, to list the faults that are on, and to end them:\n");
const fault = JSON.stringify({ route: "mojang-session.*", fault: { kind: "status", status: 503 } });
for (const rest of [` -d '${fault}'`, "", " -X DELETE"]) {
  console.log(`  curl ${sandbox.url}/faults${rest}`);
}
console.log("");
sandbox.control.watchFaults((change, rule) =>
  console.log(`Fault ${change}: ${describeFault(rule)}`),
);
