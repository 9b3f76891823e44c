import { drawnAngle } from "../../contract/views.ts";
import { encode } from "../../contract/urls.ts";
import {
  added,
  bust,
  cube,
  extras,
  face,
  front,
  iso,
  seenFrom,
  sized,
  skin,
  type ImageRoute,
} from "../images.ts";
import type { FixedEndpoint } from "../json.ts";
import type { CompatScheme } from "../scheme.ts";
import { pixels } from "../size.ts";
import { angleIn, wrapped } from "../subject.ts";
import { moved, type CompatUrl } from "../terms.ts";

/*
 * Written after VisageHandler and the renderers of unascribed-archive/Visage, and the documentation of VZGE, its
 * successor.
 *
 * There, a head has the yaw -35 and the pitch -20, a figure 20 and -20, and the query adds to that. `Stage` turns the
 * front of a figure, +z, towards +x by a positive yaw, the player's left: its right side is seen, which is a negative
 * yaw here. Its image is upside down, so that a negative pitch shows the top.
 */

/** How many times as high as wide a figure is. */
const TALL = 1.625;
const SIZE = 256;
const tall = (image: ImageRoute): ImageRoute => ({
  ...image,
  width: (height) => Math.ceil(height / TALL),
});
const headCamera = { yaw: 35, pitch: 20, projection: "perspective" } as const;
const camera = { yaw: -20, pitch: 20, projection: "perspective" } as const;

/** A mode of Lapitar, its predecessor. */
const predecessor = (mode: string, native: string, ratio = 1): FixedEndpoint => ({
  native,
  reply: (url) => {
    const { id = "", number = SIZE } = url;
    return moved(301, url, `${mode}/${Math.trunc(number * ratio)}/${encode(id)}`);
  },
});

/** `r`, which tilts the camera, is not offered. */
function parameters({ read }: CompatUrl, image: ImageRoute) {
  const [yaw, pitch] = [angleIn(read("y")), angleIn(read("p"))];
  const { yaw: ownYaw = 0, pitch: ownPitch = 0 } = image.camera ?? {};
  const seen = Math.max(-90, Math.min(90, ownPitch - (pitch ?? 0)));
  const isTurnable = image.camera !== undefined;
  const excluded = read("no")?.split(",") ?? [];
  const models = { slim: "slim", wide: "classic" } as const;
  const model = (["slim", "wide"] as const).find((name) => read(name) !== null);
  return {
    yaw: isTurnable && yaw ? drawnAngle(wrapped(ownYaw - yaw, 180)) : undefined,
    pitch: isTurnable && pitch ? drawnAngle(seen) : undefined,
    ...extras(image, excluded),
    model: image.path !== "/head" && model && models[model],
    overlay: !excluded.includes("overlay"),
  };
}

export const visage: CompatScheme = {
  name: "Visage, VZGE",
  host: "vzge.me",
  size: pixels(SIZE, { most: 1_024, step: 8 }),
  // Only an unknown UUID has a default skin.
  unknown: ({ kind, text }) =>
    kind === "name" ? { status: 400, body: `Could not find a player named '${text}'` } : "auto",
  routes: {
    ...sized({ face, front: bust, frontbust: added(bust), frontfull: tall(front) }),
    ...sized({
      head: seenFrom(cube, headCamera),
      bust: seenFrom(bust, camera),
      full: tall(seenFrom(iso, camera)),
    }),
    "skin/:id": skin,
    "processedskin/:id": { ...skin, differs: "unprocessed" },
  },
  fixed: sized({
    helm: predecessor("face", "/head"),
    portrait: predecessor("bust", "/bust"),
    player: predecessor("full", "/body", TALL),
  }),
  formats: {
    byName: new Map([
      ["webp", "webp"],
      ["jxl", "webp"],
    ]),
  },
  parameters,
};
