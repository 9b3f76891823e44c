// npm run simulate: a day of traffic through the real service on a virtual clock. `-- --help` lists the options.
import { built, prepareServer } from "./prepare.mjs";
import { setFlagsFromString } from "node:v8";

// Most objects of a simulated request live shortly.
setFlagsFromString("--max-semi-space-size=64");
prepareServer();
/** @type {typeof import("../bench/simulation/main.ts")} */
const { main } = await import(built("bench/simulation/main.js"));
await main(process.argv.slice(2));
