// npm run sandbox: runs only the fake providers.
import { built, prepareServer } from "./prepare.mjs";

prepareServer();
await import(built("sandbox/main.js"));
