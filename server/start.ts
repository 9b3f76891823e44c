import { main } from "./main.ts";

/** Runs the service as a program: for images and benches, which prepare what it needs themselves. */
await main();
