import { cube, face, iso, skin } from "../images.ts";
import type { CompatScheme } from "../scheme.ts";
import { pixels } from "../size.ts";

const SIZE = 128;

/** The images of a path by `type`; without one, it is a body. */
const imagesAt = (path: string) => ({
  [`${path}?type=avatar`]: face,
  [`${path}?type=head`]: cube,
  [`${path}?type=body`]: iso,
  [`${path}?type=player`]: iso,
  [`${path}?type=skin`]: skin,
  [path]: iso,
});

export const tydium: CompatScheme = {
  name: "Tydium",
  host: "api.tydiumcraft.net",
  size: pixels(SIZE, { names: ["size"] }),
  routes: { ...imagesAt("v1/players/skin"), ...imagesAt("skin") },
  playerParameters: ["uuid", "username", "name"],
  heeds: ["size"],
};
