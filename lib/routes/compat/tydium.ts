import { cube, face, iso, skin, type CompatScheme } from "./scheme.ts";

export const tydium: CompatScheme = {
  name: "Tydium",
  host: "api.tydiumcraft.net",
  size: 128,
  routes: {
    "v1/players/skin?type=avatar": face,
    "v1/players/skin?type=head": cube,
    "v1/players/skin?type=body": iso,
    "v1/players/skin": skin,
  },
  subjects: ["uuid", "username", "name"],
  sizes: ["size"],
};
