import { bare, bust, byWidth, cape, cube, face, front, skin, type CompatScheme } from "./scheme.ts";

/** What Minotar began and others took over: without `helm` and `armor`, the first layer alone. */
export const minotarRoutes = {
  "avatar/:id": bare(face),
  "helm/:id": face,
  "cube/:id": bare(cube),
  "bust/:id": bare(bust),
  "body/:id": byWidth(bare(front)),
  "armor/cube/:id": cube,
  "armor/bust/:id": bust,
  "armor/body/:id": byWidth(front),
  "skin/:id": skin,
  "download/:id": skin,
  "cape/:id": cape,
} as const;

export const minotar: CompatScheme = {
  name: "Minotar",
  host: "minotar.net",
  size: 180,
  routes: {
    ...minotarRoutes,
    "cubehelm/:id": cube,
    "armour/cube/:id": cube,
    "armour/bust/:id": bust,
    "armour/body/:id": byWidth(front),
  },
};
