// npm run demo: the service against the sandbox. Works without internet access.
import path from "node:path";
import { built, endWithNpm, root, serveOnSandbox } from "./prepare.mjs";

endWithNpm();
process.env.DATA_DIR ??= path.join(root, "data", "demo");
const { sandbox, url } = await serveOnSandbox();
/** @type {typeof import("../sandbox/player.ts")} */
const { groupedPlayers } = await import(built("sandbox/player.js"));
console.log(`\nPlayers to try:\n${groupedPlayers(sandbox.players)}\n`);
console.log(`Nametag is ready at ${url}, with invented players and no internet.`);
console.log(`The fake providers are at ${sandbox.url}\n`);
