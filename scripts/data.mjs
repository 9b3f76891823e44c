// npm run data: moves what must last between stores and files. `-- --help` says how.
import { existsSync } from "node:fs";
import { buildServer, built, install, isBuilt } from "./prepare.mjs";

install();
const program = built("server/data.js");
if (!isBuilt() || !existsSync(new URL(program))) buildServer();
await import(program);
