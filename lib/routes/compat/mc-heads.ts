import { profileOfPlayer } from "./mojang.ts";
import { cape, card, cube, face, front, iso, skin, type CompatScheme } from "./scheme.ts";

export const mcHeads: CompatScheme = {
  name: "MC-Heads",
  host: "mc-heads.net",
  size: 180,
  routes: {
    "avatar/:id": face,
    "head/:id": cube,
    "body/:id": iso,
    "player/:id": front,
    "combo/:id": card,
    "skin/:id": skin,
    "download/:id": skin,
    "cape/:id": cape,
  },
  json: { "minecraft/profile/:id": profileOfPlayer },
};
