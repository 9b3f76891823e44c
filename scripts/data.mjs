// npm run data: exports and imports what must last, and removes players. `-- --help` says how.
import { existsSync } from "node:fs";
import { buildServer, built, install, isBuilt } from "./prepare.mjs";

install();
const program = built("server/data.js");
if (!isBuilt() || !existsSync(new URL(program))) buildServer();
await import(program);
