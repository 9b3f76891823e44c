import { bust, cape, cube, face, front, iso, skin, type CompatScheme } from "./scheme.ts";

/** Its modes, each under all names that it has there. `custom`, `export` and `bbmodel` are not offered. */
const modes = [
  [face, "face"],
  [cube, "head", "headiso", "head_iso"],
  [bust, "bust", "bodybust", "body_bust", "front", "frontbust", "front_bust"],
  [iso, "full", "fullbody", "full_body", "fullbodyiso", "full_body_iso"],
  [front, "frontfull", "front_full"],
  [skin, "skin", "texture"],
  [cape, "cape", "cloak"],
] as const;

export const nmsr: CompatScheme = {
  name: "NMSR",
  host: "nmsr.nickac.dev",
  size: 512,
  unknown: "404",
  routes: Object.fromEntries(
    modes.flatMap(([image, ...names]) => names.map((name) => [`${name}/:id`, image])),
  ),
  sizes: ["height", "h", "size", "width", "w"],
  overlay: { parameters: ["nolayers"], rule: "hides" },
};
