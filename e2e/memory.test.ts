import path from "node:path";
import { expect, test } from "vitest";
import type { Filled, FilledAll } from "../bench/memory/fill.ts";
import { HEAP_GROWING_PERCENT, partsOf } from "../lib/process/memory.ts";
import { runProgram } from "../testing/run-program.ts";
import { root } from "../scripts/prepare.mjs";

const FILL = path.join(root, "dist", "bench", "memory", "fill.js");
/** As `npm start`; V8 collects as it does in the service. */
const FLAGS = [
  "--expose-gc",
  "--max-semi-space-size=16",
  `--heap-growing-percent=${HEAP_GROWING_PERCENT}`,
];
/** A measurement is off by as much: code that V8 compiles or drops meanwhile, and tables that have just doubled. */
const OFF_BY = 1.05;
const OFF_BY_BYTES = 2 ** 20;
/** V8 spends its time on collecting where more of its limit is in use. */
const MOST_IN_USE = 0.7;

/** For both sizes, Node chooses 256 MB for old objects. `npm run check:long` fills the larger one, too. */
const CONTAINERS = process.env["NAMETAG_LONG"] === "1" ? [256, 512] : [256];

test.each(CONTAINERS)(
  "in a container of %i MB, everything that requests leave behind stays within its bound",
  async (container) => {
    const args = [...FLAGS, "--max-old-space-size=256", FILL, String(container)];
    const { code, stdout, stderr } = await runProgram(process.execPath, args, root);
    expect([code, stderr]).toEqual([0, ""]);
    const lines = stdout.trim().split("\n");
    const all = JSON.parse(lines.pop() ?? "") as FilledAll;
    const filled = lines.map((line) => JSON.parse(line) as Filled);

    const isWrong = ({ declared, measured }: Pick<Filled, "declared" | "measured">) =>
      measured > OFF_BY * declared + OFF_BY_BYTES || measured < declared / 2 - OFF_BY_BYTES;
    expect([...filled, all].filter(isWrong)).toEqual([]);
    expect(new Set(filled.map(({ part }) => part))).toEqual(new Set(Object.keys(partsOf(0))));
    expect(all.heap).toBeLessThan(MOST_IN_USE * all.heapLimit);
    expect(all.heap).toBeLessThan((container * 2 ** 20) / 2);
  },
  120_000,
);
