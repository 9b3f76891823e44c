import { SERVER } from "../machine.mjs";
import { startChild } from "../processes.mjs";
import { atLeast, atMost, number, times } from "../report.mjs";

const SIZES = [8, 64, 80, 160, 512];
const FORMATS = ["png", "webp"];
const MOST_US = 5;
const LEAST_TIMES = 500;

/** Heads from a skin that is decoded. */
export const renders = {
  name: "renders",
  seconds: 6,

  async run({ full }) {
    const child = await startChild("renders", { cores: SERVER });
    const [own, others] = full ? [400_000, 200] : [50_000, 40];
    const rows = [];
    for (const format of FORMATS) {
      for (const size of SIZES) {
        rows.push({ size, format, ...(await child.ask({ size, format, own, others })) });
      }
    }
    return section(rows);
  },
};

function section(rows) {
  const ofPng = rows.filter(({ format }) => format === "png");
  const slowest = Math.max(...ofPng.map(({ each }) => each));
  const least = Math.min(...ofPng.map(({ each, sharpEach }) => sharpEach / each));
  return {
    title: "Drawing a head",
    about:
      "Processor time for one head from a decoded skin: cutting out the face, laying the hat over it, enlarging, encoding. “First” is the first head of its size in a process: for PNG it makes the template that all others share. WebP is encoded by sharp in a thread, once for each face and size, and then remembered. “sharp” is a pipeline of extract, composite, resize and encode.",
    table: {
      columns: ["Head", "each", "first", "bytes", "sharp", "sharp takes"],
      rows: rows.map((row) => [
        `${row.size} px ${row.format}`,
        `${number(row.each)} µs`,
        `${number(row.first)} µs`,
        number(row.bytes),
        `${number(row.sharpEach)} µs`,
        times(row.sharpEach / row.each),
      ]),
    },
    aims: [
      atMost("A PNG head from a decoded skin", slowest, MOST_US, " µs"),
      atLeast("… of a sharp pipeline", least, LEAST_TIMES),
    ],
  };
}
