import path from "node:path";
import { root } from "../scripts/prepare.mjs";

export { root };

/** The compiled service and sandbox; another build can be measured with `BENCH_DIST`. */
export const dist = path.resolve(root, process.env.BENCH_DIST ?? "dist");

export const benchmarksFile = path.join(root, "docs", "benchmarks.md");
