import { bare, cape, cube } from "../images.ts";
import type { CompatScheme } from "../scheme.ts";
import { pixels } from "../size.ts";
import { minotarRoutes } from "./minotar.ts";

export const mineskin: CompatScheme = {
  name: "MineSkin.eu",
  host: "mineskin.eu",
  size: pixels(180),
  routes: {
    ...minotarRoutes,
    "head/:id": bare(cube),
    "headhelm/:id": cube,
    "armor/cube/:id": cube,
    "cape/:id": cape,
  },
};
