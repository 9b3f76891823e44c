import type { ProfileBody } from "../../lib/contract/profile.ts";
import { withSize } from "../../lib/contract/urls.ts";
import { playersOf, type EditionProfile } from "./people.ts";

/**
 * The URL of an image: by texture where there is one. Such an image never changes, so the browser never
 * shows an old copy after a refresh.
 */
export function imageOf(kind: "head" | "skin" | "cape", profile: EditionProfile): string | null {
  const texture = kind === "cape" ? profile.cape_texture : profile.skin_texture;
  return texture === null ? profile[`${kind}_url`] : `/${kind}?texture=${texture}`;
}

/** For a texture of the player's own: where it is lost, the image fails, and no default is taken for it. */
const OR_NONE = "&default=404";

export function headOf(profile: EditionProfile, size: number): string | null {
  const url = imageOf("head", profile);
  if (url === null) return null;
  return withSize(profile.skin_texture === null ? url : url + OR_NONE, size);
}

/** The URL of the whole figure; like `headOf`, by texture where there is one. */
export function figureOf(
  profile: EditionProfile,
  view: "iso" | "front" | "back",
  size: number,
): string | null {
  const skin = imageOf("skin", profile);
  if (skin === null) return null;
  const figure = skin.replace("/skin", "/body") + (profile.skin_texture === null ? "" : OR_NONE);
  return `${figure}&model=${profile.model ?? "classic"}&view=${view}&size=${size}`;
}

/** The side of the head in the image for link previews: 44 pixels for each of the face's. */
export const PREVIEW_HEAD_SIZE = 352;

/** The URL of the head in the image for link previews. */
export function previewHeadOf(profile: ProfileBody): string | null {
  const [player] = playersOf(profile);
  return player === undefined ? null : headOf(player.profile, PREVIEW_HEAD_SIZE);
}
