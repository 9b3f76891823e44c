// npm run sandbox: runs only the fake providers.
import { prepareServer, root } from "./prepare.mjs";

prepareServer();
await import(`${root}/dist/sandbox/main.js`);
