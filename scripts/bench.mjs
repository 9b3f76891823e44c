// npm run bench: measures the service against the sandbox and against other servers, and writes
// docs/benchmarks.md. `--only hot,pages` picks groups, `--full` measures longer.
import { prepare } from "./prepare.mjs";

await prepare();
const { bench } = await import("../bench/main.mjs");
await bench(process.argv.slice(2));
process.exit();
