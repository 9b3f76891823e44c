import { bust, cube, face, iso, skin, type CompatScheme } from "./scheme.ts";

export const starlight: CompatScheme = {
  name: "Starlight",
  host: "starlightskins.lunareclipse.studio",
  size: 512,
  routes: {
    "render/isometric/:id/face": cube,
    "render/isometric/:id/head": cube,
    "render/head/:id/full": cube,
    "render/:any/:id/face": face,
    "render/:any/:id/bust": bust,
    "render/:any/:id/full": iso,
    "render/skin/:id/default": skin,
  },
};
