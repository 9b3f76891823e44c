import { main } from "../lib/doctor/main.ts";

// The image runs this: it does what `npm run doctor` does, without the checks that need a checkout.
process.exitCode = await main(process.argv.slice(2), { env: process.env, output: process });
