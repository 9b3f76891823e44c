import { main } from "../lib/data/main.ts";

// What `npm run data` runs; the image has it as well.
process.exitCode = await main(process.argv.slice(2), process.env, process);
