import { main } from "../lib/doctor/main.ts";

// What `npm run doctor` does, without what only a checkout knows; for the image.
process.exitCode = await main(process.argv.slice(2), { env: process.env, output: process });
