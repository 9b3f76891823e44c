import { main } from "./main.ts";

/** Runs the service as a program, for lead.ts, images and benchmarks: without preparing anything. */
await main();
