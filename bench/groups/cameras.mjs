import { SERVER } from "../machine.mjs";
import { startChild } from "../processes.mjs";
import { atMost, number } from "../report.mjs";

/**
 * Skins, heights in pixels, and the most that a body may take: the mean, and the slowest.
 *
 * @type {readonly { skin: "holes" | "translucent", size: number, most?: { mean: number, slowest?: number } }[]}
 */
const BODIES = [
  { skin: "holes", size: 64 },
  { skin: "holes", size: 256 },
  { skin: "holes", size: 512, most: { mean: 8, slowest: 15 } },
  { skin: "holes", size: 1_024, most: { mean: 25, slowest: 45 } },
  { skin: "translucent", size: 1_024, most: { mean: 100 } },
];

/** Bodies in every pose, from many cameras. */
export async function cameras() {
  const child = await startChild("cameras", { cores: SERVER });
  const drawn = [];
  for (const body of BODIES) {
    const { skin, size } = body;
    const title = `${number(size)} px${skin === "translucent" ? ", translucent" : ""}`;
    drawn.push({ ...body, title, ...(await child.call({ skin, size })) });
  }
  return {
    title: "Drawing a body from any side",
    about:
      "Processor time for one body with a second layer, from a decoded skin, without encoding: eight poses, each from six cameras in both projections. “Slowest” is that of the camera and pose that take longest, the least of several runs. The skin has 64 pixels, and its second layer many holes; the translucent one has 1,024 pixels, no two of which are alike, and is drawn from a quarter of the cameras.",
    rows: drawn.map(({ title, mean, slowest }) => ({
      Body: title,
      mean: number(mean, " ms"),
      slowest: number(slowest, " ms"),
    })),
    aims: drawn.flatMap(({ title, most, mean, slowest }) => [
      ...(most ? [atMost(`A body of ${title}, mean`, mean, most.mean, " ms")] : []),
      ...(most?.slowest
        ? [atMost(`A body of ${title}, slowest camera`, slowest, most.slowest, " ms")]
        : []),
    ]),
  };
}
