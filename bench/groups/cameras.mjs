import { SERVER } from "../machine.mjs";
import { startChild } from "../processes.mjs";
import { atMost, number } from "../report.mjs";

/** Heights in pixels, and the most that drawing one may take. */
const SIZES = [{ size: 64 }, { size: 256 }, { size: 512, most: 10 }, { size: 1_024, most: 30 }];

/** Bodies in every pose, from many cameras. */
export async function cameras() {
  const child = await startChild("cameras", { cores: SERVER });
  const drawn = [];
  for (const { size, most } of SIZES) drawn.push({ size, most, ...(await child.call({ size })) });
  return {
    title: "Drawing a body from any side",
    about:
      "Processor time for one body with a second layer, from a decoded skin, without encoding: eight poses, each from six cameras in both projections. “Slowest” is that of the camera and pose that take longest, the least of several runs.",
    rows: drawn.map(({ size, mean, slowest }) => ({
      Body: `${number(size)} px`,
      mean: number(mean, " ms"),
      slowest: number(slowest, " ms"),
    })),
    aims: drawn.flatMap(({ size, most, slowest }) =>
      most === undefined
        ? []
        : [atMost(`A body of ${number(size)} px, any camera`, slowest, most, " ms")],
    ),
  };
}
