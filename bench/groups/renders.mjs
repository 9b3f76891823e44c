import { SERVER } from "../machine.mjs";
import { startChild } from "../processes.mjs";
import { atLeast, atMost, number, times } from "../report.mjs";

/** @import { Effort } from "../rounds.mjs" */

const SIZES = [8, 64, 80, 160, 512];
const FORMATS = /** @type {const} */ (["png", "webp"]);
const MOST_US = 5;
const LEAST_TIMES = 500;

/**
 * Heads from a skin that is decoded.
 *
 * @param {Effort} effort
 */
export async function renders({ full }) {
  const child = await startChild("renders", { cores: SERVER });
  const counts = full ? { own: 400_000, others: 200 } : { own: 50_000, others: 40 };
  const drawn = [];
  for (const format of FORMATS) {
    for (const size of SIZES) {
      drawn.push({ size, format, ...(await child.call({ size, format, ...counts })) });
    }
  }
  const pngs = drawn.filter(({ format }) => format === "png");
  const slowest = Math.max(...pngs.map(({ each }) => each));
  const least = Math.min(...pngs.map(({ each, sharpEach }) => sharpEach / each));
  return {
    title: "Drawing a head",
    about:
      "Processor time for one head from a decoded skin: cutting out the face, laying the hat over it, enlarging, encoding. “First” is the first head of its size in a process: for PNG it makes the template that all others share. WebP is encoded by sharp in a thread, once for each face and size, and then remembered. “sharp” is a pipeline of extract, composite, resize and encode.",
    rows: drawn.map(({ size, format, each, first, bytes, sharpEach }) => ({
      Head: `${size} px ${format}`,
      each: number(each, " µs"),
      first: number(first, " µs"),
      bytes: number(bytes),
      sharp: number(sharpEach, " µs"),
      "sharp takes": times(sharpEach / each),
    })),
    aims: [
      atMost("A PNG head from a decoded skin", slowest, MOST_US, " µs"),
      atLeast("… of a sharp pipeline", least, LEAST_TIMES),
    ],
  };
}
