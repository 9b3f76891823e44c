import { minotarRoutes } from "./minotar.ts";
import { bare, cube, type CompatScheme } from "./scheme.ts";

export const mineskin: CompatScheme = {
  name: "MineSkin.eu",
  host: "mineskin.eu",
  size: 180,
  routes: {
    ...minotarRoutes,
    "head/:id": bare(cube),
    "headhelm/:id": cube,
  },
};
