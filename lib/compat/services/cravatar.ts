import { bare, cube, face, skin } from "../images.ts";
import type { CompatScheme } from "../scheme.ts";
import { pixels } from "../size.ts";

export const cravatar: CompatScheme = {
  name: "Cravatar",
  host: "cravatar.eu",
  size: pixels(128),
  routes: {
    "avatar/:id": bare(face),
    "helmavatar/:id": face,
    "head/:id": bare(cube),
    "helmhead/:id": cube,
    "3d/:id": cube,
    "skin/:id": skin,
  },
};
