import { added, bare, bust, byWidth, cape, cube, download, face, front, skin } from "../images.ts";
import type { CompatScheme } from "../scheme.ts";
import { pixels } from "../size.ts";

/** Routes that Minotar began and others took over. Without `helm` and `armor`, they show the first layer alone. */
export const minotarRoutes = {
  "avatar/:id": bare(face),
  "helm/:id": face,
  "cube/:id": bare(cube),
  "bust/:id": bare(bust),
  "body/:id": byWidth(bare(front)),
  "armor/bust/:id": bust,
  "armor/body/:id": byWidth(front),
  "skin/:id": skin,
  "download/:id": download,
} as const;

export const minotar: CompatScheme = {
  name: "Minotar",
  host: "minotar.net",
  size: pixels(180, { most: 300 }),
  routes: {
    ...minotarRoutes,
    "cubehelm/:id": cube,
    "armour/bust/:id": bust,
    "armour/body/:id": byWidth(front),
    "armor/cube/:id": added(cube),
    "armour/cube/:id": added(cube),
    "cape/:id": added(cape),
  },
  formats: { byName: new Map([["svg", "svg"]]) },
};
