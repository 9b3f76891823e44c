// npm run data: moves what must last between stores and files. `-- --help` says how.
import { existsSync } from "node:fs";
import { buildServer, install, isBuilt, root } from "./prepare.mjs";

install();
const program = `${root}/dist/server/data.js`;
if (!isBuilt() || !existsSync(program)) buildServer();
await import(program);
