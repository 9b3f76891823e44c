// npm start: installs and builds when needed, then serves with live providers.
import { built, endWithNpm, prepare } from "./prepare.mjs";

endWithNpm();
await prepare();
Object.assign(process.env, { NODE_ENV: "production" });
/** @type {typeof import("../server/main.ts")} */
const { main } = await import(built("server/main.js"));
const url = await main();
console.log(`\nNametag is ready at ${url}\nTry  curl "${url}/api?username=jeb_"\n`);
