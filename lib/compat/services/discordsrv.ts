import { trimmed } from "../../contract/identifiers.ts";
import { drawnAngle } from "../../contract/views.ts";
import { encode } from "../../contract/urls.ts";
import type { Size } from "../../textures/fit.ts";
import {
  bare,
  bust,
  byWidth,
  cube,
  face,
  front,
  seenFrom,
  skin,
  type SizeOf,
  type ImageRoute,
} from "../images.ts";
import type { FixedEndpoint } from "../json.ts";
import type { CompatScheme } from "../scheme.ts";
import { exact, pixels } from "../size.ts";
import { angleIn, isAbsent, wrapped } from "../subject.ts";
import { moved, type CompatReply } from "../terms.ts";

/*
 * Written after Heads and the renderers of DiscordSRV/Heads. There as here, a positive yaw shows the player's left side,
 * and a positive pitch is from above.
 */

const SIZE = 64;
const LARGEST = 512;

/** An image in this proportion; the number in the URL is its width. */
const wide =
  (byDefault: number, { width, height }: Size): SizeOf =>
  ({ number = byDefault }) => {
    const across = Math.min(LARGEST, number);
    return exact(across, (across * height) / width);
  };

/** Isometric; the oblique projection of a skull is not offered. */
const skull = (yaw: number): ImageRoute => ({
  ...seenFrom(cube, { yaw, pitch: 35 }),
  size: wide(SIZE, { width: Math.sqrt(3), height: 2 }),
});
const leftSkull = skull(45);
const rightSkull = skull(-45);
const player = (yaw: number): ImageRoute => ({
  ...seenFrom(front, { yaw, pitch: 15 }),
  size: wide(256, { width: 1, height: 2 }),
});

/** An image without the second layer, which it has after `/overlay` and `/helm`. */
const layered = (name: string, image: ImageRoute): Record<string, ImageRoute> => ({
  [`:id/${name}/overlay`]: image,
  [`:id/${name}/helm`]: image,
  [`:id/${name}`]: bare(image),
});
const skulls = (name: string, image: ImageRoute): Record<string, ImageRoute> => ({
  [`:id/${name}/helm`]: image,
  [`:id/${name}`]: bare(image),
});

/** Textures are scaled by whole multiples of their width. */
const texture: ImageRoute = {
  ...skin,
  textureWidth: (size) => Math.min(LARGEST, Math.max(64, Math.round(size / 64) * 64)),
};

const refused = (body: string): CompatReply => ({ status: 400, body });
/** The first of the texture, the UUID and the name that is there. */
const oldHead: FixedEndpoint = {
  native: "/head",
  reply(url) {
    const { search } = url;
    const texts = ["texture", "uuid", "name"].map((name) => trimmed(search.get(name) ?? ""));
    const target = texts.find((text) => !isAbsent(text) && !/^\.+$/.test(text));
    if (target === undefined) return refused("Bad Request");
    return moved(302, url, `${encode(target)}/${search.has("overlay") ? "overlay" : "head"}`);
  },
};

function refusal([first]: readonly string[], search: URLSearchParams): CompatReply | undefined {
  if (first === "head.png") return undefined;
  for (const [name, most] of [
    ["yaw", Infinity],
    ["pitch", 90],
  ] as const) {
    const text = search.get(name)?.trim() ?? "";
    if (text === "" || text === `{${name}}`) continue;
    const angle = Number(text);
    if (Number.isNaN(angle)) return refused(`${name} must be a number`);
    if (!Number.isFinite(angle)) return refused(`${name} must be a finite number`);
    if (Math.abs(angle) > most) return refused(`${name} must be between -90.0 and 90.0`);
  }
  return undefined;
}

export const discordSrv: CompatScheme = {
  name: "DiscordSRV Heads",
  host: "heads.discordsrv.com",
  size: pixels(SIZE, { most: LARGEST }),
  // A UUID that no account can have still has a default skin.
  unknown: ({ kind }) => (kind === "impossible" ? "steve" : "404"),
  fixed: { "head.png": oldHead },
  routes: {
    ":id/head": bare(face),
    ":id/overlay": face,
    ":id/helm": { ...face, differs: "drawing" },
    ...layered("bust", bust),
    ...layered("body", byWidth(front)),
    ...skulls("skull/isometric/left", leftSkull),
    ...skulls("skull/isometric/right", rightSkull),
    ...skulls("skull/isometric", leftSkull),
    ...skulls("skull/left", leftSkull),
    ...skulls("skull/right", rightSkull),
    ...skulls("skull", leftSkull),
    ":id/player/left": player(35),
    ":id/player/right": player(-35),
    ":id/player": player(35),
    ":id/texture": texture,
  },
  parameters({ read }, { camera }) {
    const [yaw, pitch] = [angleIn(read("yaw")), angleIn(read("pitch"))];
    if (camera === undefined) return {};
    return {
      yaw: yaw && drawnAngle(wrapped(yaw, 180)),
      pitch: pitch && drawnAngle(pitch),
    };
  },
  refusal,
};
