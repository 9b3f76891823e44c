// npm run sandbox: runs only the fake providers.
import { built, endWithNpm, prepareServer } from "./prepare.mjs";

endWithNpm();
prepareServer();
await import(built("sandbox/main.js"));
