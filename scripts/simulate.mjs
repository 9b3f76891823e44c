// npm run simulate: a day of traffic through the real service on a virtual clock. `-- --help` lists the options.
import { buildServer, checkNode, install, root } from "./prepare.mjs";
import { setFlagsFromString } from "node:v8";

// Most objects of a simulated request live shortly.
setFlagsFromString("--max-semi-space-size=64");
process.chdir(root);
checkNode();
install();
if (process.env.SIMULATE_DIST === undefined) buildServer();
const { main } = await import(`${root}/dist/simulation/main.js`);
await main(process.argv.slice(2));
