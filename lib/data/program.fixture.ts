import { main } from "./main.ts";

// What `npm run data` runs, as a process of its own for the tests.
process.exitCode = await main(process.argv.slice(2), process.env, process);
