import { main } from "../lib/data/main.ts";

// `npm run data` runs this; the image has it as well.
const ending = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => ending.abort());
const { signal } = ending;
process.exitCode = await main(process.argv.slice(2), { env: process.env, output: process, signal });
