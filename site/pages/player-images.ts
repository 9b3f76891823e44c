import type { ProfileBody } from "../../lib/contract/profile.ts";
import { orError, withSize } from "../../lib/contract/urls.ts";
import { nameLook } from "../../lib/contract/views.ts";
import { playersOf, type EditionProfile } from "./people.ts";

/**
 * The URL of an image: by texture where there is one. Such an image never changes, so the browser never
 * shows an old copy after a refresh.
 */
export function imageOf(kind: "head" | "skin" | "cape", profile: EditionProfile): string | null {
  const texture = kind === "cape" ? profile.cape_texture : profile.skin_texture;
  return texture === null ? profile[`${kind}_url`] : `/${kind}?texture=${texture}`;
}

/** The URL of the head. The image fails if the head cannot be had, so that no default is taken for it. */
export function headOf(profile: EditionProfile, size: number): string | null {
  const url = imageOf("head", profile);
  return url === null ? null : withSize(orError(url), size);
}

/**
 * The URL of the whole figure; like `headOf`, by texture where there is one. It names the player if the name decides
 * how the game draws the player.
 */
export function figureOf(
  profile: EditionProfile,
  view: "iso" | "front" | "back",
  size: number,
): string | null {
  const { ears, upsideDown } = nameLook("uuid" in profile ? profile.username : undefined);
  const skin = ears || upsideDown ? profile.skin_url : imageOf("skin", profile);
  if (skin === null) return null;
  const figure = orError(skin.replace("/skin", "/body"));
  return `${figure}&model=${profile.model ?? "classic"}&view=${view}&size=${size}`;
}

/** The side of the head in the image for link previews: 44 pixels for each of the face's. */
export const PREVIEW_HEAD_SIZE = 352;

/** The URL of the head in the image for link previews. */
export function previewHeadOf(profile: ProfileBody): string | null {
  const [player] = playersOf(profile);
  return player === undefined ? null : headOf(player.profile, PREVIEW_HEAD_SIZE);
}
