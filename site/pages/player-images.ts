import type { Edition, ProfileBody } from "../../lib/contract/profile.ts";
import { orError, withSize } from "../../lib/contract/urls.ts";
import { nameLook } from "../../lib/contract/views.ts";
import { playersOf, relationOf, type EditionProfile } from "./people.ts";

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

/** The URL of the whole figure, seen from a side that has a name; like `headOf`, by texture where there is one. */
export function figureOf(
  profile: EditionProfile,
  view: "iso" | "front" | "back",
  size: number,
): string | null {
  return drawnFigureOf(profile, `view=${view}&size=${size}`);
}

/** @param look The parameters of `/body` that say how the figure is drawn. */
function drawnFigureOf(profile: EditionProfile, look: string): string | null {
  // The URL names the player if the name decides how the game draws the player.
  const { ears, upsideDown } = nameLook("uuid" in profile ? profile.username : undefined);
  const skin = ears || upsideDown ? profile.skin_url : imageOf("skin", profile);
  if (skin === null) return null;
  const figure = orError(skin.replace("/skin", "/body"));
  return `${figure}&model=${profile.model ?? "classic"}&${look}`;
}

/** A figure in the image for link previews, and of which editions it is. */
interface PreviewFigure {
  editions: readonly Edition[];
  /** Null if there is no skin. */
  url: string | null;
}

/** From the player's right, so that the figure looks at the name beside it. */
const PREVIEW_LOOK = "yaw=-30&pitch=10&projection=perspective&pose=waving&shadow=true";

/** The figures in the image for link previews: one, unless nothing says that both editions have the same player. */
export function previewFiguresOf(profile: ProfileBody): PreviewFigure[] {
  const players = playersOf(profile);
  const editions = players.map(({ edition }) => edition);
  const [first] = players;
  if (first !== undefined && (players.length === 1 || relationOf(profile) === "linked")) {
    return [{ editions, url: drawnFigureOf(first.profile, `${PREVIEW_LOOK}&size=560`) }];
  }
  return players.map(({ edition, profile: one }) => ({
    editions: [edition],
    url: drawnFigureOf(one, `${PREVIEW_LOOK}&size=480`),
  }));
}
