import { bust, cube, face, front, iso, skin, type CompatScheme } from "./scheme.ts";

export const nmsr: CompatScheme = {
  name: "NMSR",
  host: "nmsr.nickac.dev",
  size: 512,
  routes: {
    "face/:id": face,
    "head/:id": cube,
    "headiso/:id": cube,
    "bodybust/:id": bust,
    "frontbust/:id": bust,
    "fullbody/:id": iso,
    "fullbodyiso/:id": iso,
    "frontfull/:id": front,
    "skin/:id": skin,
  },
  sizes: ["height", "size", "width"],
  overlay: { parameters: ["nolayers"], rule: "hides" },
};
