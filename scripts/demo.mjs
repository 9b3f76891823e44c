// npm run demo: the service against the sandbox. Works without internet access.
import path from "node:path";
import { prepare, root } from "./prepare.mjs";

await prepare();
process.env.NODE_ENV = "production";
const { startSandbox } = await import(`${root}/dist/sandbox/server.js`);
const { groupedPlayers } = await import(`${root}/dist/sandbox/player.js`);
const sandbox = await startSandbox();
Object.assign(process.env, sandbox.environment);
process.env.DATA_DIR ??= path.join(root, "data", "demo");
process.env.LOG_LEVEL ??= "warn";
const { main } = await import(`${root}/dist/server/main.js`);
const url = await main();
console.log(`\nPlayers to try:\n${groupedPlayers(sandbox.players)}\n`);
console.log(`Nametag is ready at ${url}, with invented players and no internet.`);
console.log(`The fake providers are at ${sandbox.url}\n`);
