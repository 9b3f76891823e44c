// npm run sandbox: runs only the fake providers.
import { buildServer, checkNode, install, root } from "./prepare.mjs";

process.chdir(root);
checkNode();
install();
buildServer();
await import(`${root}/dist/sandbox/main.js`);
