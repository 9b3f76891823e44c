import { cape, cube, face, iso, skin, type CompatScheme } from "./scheme.ts";

export const crafatar: CompatScheme = {
  name: "Crafatar",
  host: "crafatar.com",
  size: 160,
  routes: {
    "avatars/:id": face,
    "renders/head/:id": cube,
    "renders/body/:id": iso,
    "skins/:id": skin,
    "capes/:id": cape,
  },
  sizes: ["size"],
  scale: { parameter: "scale", byDefault: 6 },
  overlay: { parameters: ["overlay", "helm"], rule: "shows" },
};
