import { main } from "./main.ts";

/** Runs the service as a program, for images and benchmarks, which do the preparation themselves. */
await main();
