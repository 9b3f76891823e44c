import type { PoseName, SkinView } from "../contract/views.ts";
import type { Size } from "../textures/fit.ts";
import type { CompatReply, CompatUrl, Difference } from "./terms.ts";

/* The images that other services have, as requests of this one. */

/** The request of this service that returns the same image. */
export interface ImageRoute {
  path: SkinView["path"] | "/skin" | "/cape";
  view?: "front" | NonNullable<SkinView["view"]>;
  /** The second layer is left out, whatever the URL says. */
  overlay?: false;
  /** How high the image is in texels. */
  texels: number;
  /** The camera, in degrees as in the query of this service, and how the player stands. */
  camera?: { yaw?: number; pitch?: number; projection?: "perspective"; pose?: PoseName };
  /** How large it is, where that does not follow from the scheme's `size`. */
  size?: SizeOf;
  /** The number in the URL is the width of an image that is twice as high. */
  isWide?: true;
  /** The exact width for a height. */
  width?: (height: number) => number;
  /** The width to which a texture is scaled, for the number in the URL. */
  textureWidth?: (number: number) => number;
  /** `/player` as a face with the figure before it. */
  isCombo?: true;
  /** Sent as a file to be saved. */
  isDownload?: true;
  /** The reply in place of this service's own 404. */
  missing?: CompatReply;
  differs?: Difference;
}

/** How large an image is: so many pixels high and as wide as what it shows, or exactly as wide and high. */
export type ImageSize = { size: number } | { canvas: Size };

export type SizeOf = (url: CompatUrl, image: ImageRoute) => ImageSize;

/** Parameters of this service. A value that is false is not sent, but that of `overlay`, which is true by default. */
export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

export const face: ImageRoute = { path: "/head", texels: 8 };
export const cube: ImageRoute = { path: "/head", view: "iso", texels: 18.5 };
export const bust: ImageRoute = { path: "/bust", texels: 16 };
export const front: ImageRoute = { path: "/body", view: "front", texels: 32 };
export const iso: ImageRoute = { path: "/body", view: "iso", texels: 45 };
export const card: ImageRoute = { path: "/player", texels: 32 };
export const skin: ImageRoute = { path: "/skin", texels: 64 };
export const download: ImageRoute = { ...skin, isDownload: true };
export const cape: ImageRoute = { path: "/cape", texels: 32 };
/** A cape from the side that others see. */
export const wornCape: ImageRoute = { path: "/cape", view: "front", texels: 16 };

/** An image that the original does not have. */
export const added = (image: ImageRoute): ImageRoute => ({ ...image, differs: "added" });
/** The image without the second layer. */
export const bare = (image: ImageRoute): ImageRoute => ({ ...image, overlay: false });
/** The image from another camera. */
export const seenFrom = (
  { path, texels }: ImageRoute,
  camera: NonNullable<ImageRoute["camera"]>,
): ImageRoute => ({ path, texels, camera });
/** The image with the number in its URL as the width. */
export const byWidth = (image: ImageRoute): ImageRoute => ({ ...image, isWide: true });

/** The cape and the shadow of a figure in space, which some services draw unless a query leaves them out. */
export function extras(
  { path, view, camera }: ImageRoute,
  excluded: readonly string[],
): Parameters {
  if (camera === undefined && view !== "iso") return {};
  const hasBack = path === "/body" || path === "/bust";
  return {
    cape: hasBack && !excluded.includes("cape"),
    shadow: path === "/body" && !excluded.includes("shadow"),
  };
}

/** Each row at `name/:size/:id` and `name/:id`. */
export const sized = <Row>(rows: Record<string, Row>): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]) => [
      [`${name}/:size/:id`, row],
      [`${name}/:id`, row],
    ]),
  );
