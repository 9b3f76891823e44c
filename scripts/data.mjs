// npm run data: moves what must last between stores and files. `-- --help` says how.
import { existsSync } from "node:fs";
import { buildServer, install, isBuilt, root } from "./prepare.mjs";

install();
const program = `${root}/dist/lib/data/main.js`;
if (!isBuilt() || !existsSync(program)) buildServer();
const { main } = await import(program);
process.exitCode = await main(process.argv.slice(2), process.env, process);
