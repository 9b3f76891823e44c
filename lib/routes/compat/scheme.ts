import type { NameRules, PlayerIdentifier } from "../../contract/identifiers.ts";
import type { PoseName, SkinView } from "../../contract/views.ts";
import type { CompatImage } from "../../http/request.ts";
import type { CompatReply, FixedEndpoint, JsonEndpoints } from "./json.ts";
import type { ImageSize } from "./size.ts";

/*
 * What the URL scheme of another service consists of. Each of its URLs is a request of this service in
 * another spelling.
 */

/** How a URL differs from the original, where the documentation does not call it the same. */
export const DIFFERENCES = [
  "drawing",
  "pose",
  "fields",
  "fewer",
  "format",
  "unprocessed",
  "added",
] as const;
export type Difference = (typeof DIFFERENCES)[number];
/** Why a URL of the original is not offered. */
export const REASONS = [
  "cameras",
  "models",
  "uploads",
  "blocked",
  "games",
  "private",
  "nothing",
] as const;
export type Reason = (typeof REASONS)[number];

/** The request of this service that returns the same image. */
export interface ImageRoute {
  path: SkinView["path"] | "/skin" | "/cape";
  view?: "front" | NonNullable<SkinView["view"]>;
  /** The second layer is left out, whatever the URL says. */
  overlay?: false;
  /** How high the image is in texels. */
  texels: number;
  /** From where the player is seen, in degrees as in the query of this service, and how the player stands. */
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

/** A URL of another service, as its route reads it. */
export interface CompatUrl {
  segments: readonly string[];
  search: URLSearchParams;
  /** What stands for `:id`; undefined in a route without it. */
  id: string | undefined;
  /** Reads a parameter of the query, which counts as one that means something then. */
  read(name: string): string | null;
  /** The number in the first of these parameters that has one. */
  numberIn(...names: readonly string[]): number | undefined;
  /** What stands for `:any`. */
  any: string;
  /** What follows in the path, and stands for `:size`. */
  options: readonly string[];
  /** The first number among these. */
  number: number | undefined;
}

/** What is false is not sent, but for `overlay`, which is true unless it is false. */
export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

export type SizeOf = (url: CompatUrl, image: ImageRoute) => ImageSize;

export interface CompatScheme {
  name: string;
  /** Where the service is, or was. */
  host: string;
  /** Hosts of paths that are not on `host`, by their first segment. */
  otherHosts?: Readonly<Record<string, string>>;
  /**
   * The image at each path, written without its first slash. `:id` is a player or a texture, `:size` a
   * height in pixels, `:any` any text. A query says which value a parameter has. What follows may be a
   * size, and `nohelm`, which leaves the second layer out.
   */
  routes?: Readonly<Record<string, ImageRoute>>;
  /**
   * The JSON at each path, in the same grammar; nothing but a slash may follow. A parameter in its query may have
   * a placeholder as its value: `?u=:id`.
   */
  json?: JsonEndpoints;
  /** What is the same for everybody, or depends on the URL alone, at each path. */
  fixed?: Readonly<Record<string, FixedEndpoint>>;
  /** URLs that are a 404 here, in the same grammar. */
  notOffered?: Readonly<Record<string, Reason>>;
  /** How large an image is. */
  size?: SizeOf;
  /**
   * What is shown for a player whom nobody knows: a default skin ("auto"), a certain one, this service's own 404,
   * or a reply in its place; a reply that leads elsewhere, in place of every default skin.
   * @param who The text in the URL, and how it names a player: one that can name none, as a name.
   */
  unknown?(
    who: { text: string; kind: PlayerIdentifier["kind"] | undefined },
    url: CompatUrl,
  ): "auto" | "steve" | "404" | CompatReply;
  /** Parameters that this service takes, from what the URL says. */
  parameters?(url: CompatUrl, image: ImageRoute): Parameters;
  /** Parameters that name the player where the path has no `:id`, the most exact first. */
  playerParameters?: readonly string[];
  /** Formats besides PNG by their names, in a parameter or else in the extension of the URL. */
  formats?: { parameter?: string; byName: ReadonlyMap<string, CompatImage["format"]> };
  /** The parameter that makes an image a file to be saved. */
  download?: string;
  /** The reply to a URL that is refused there; undefined for any other. */
  refusal?(
    segments: readonly string[],
    search: URLSearchParams,
    rules: NameRules | undefined,
  ): CompatReply | undefined;
  /** Parameters that mean something at the other service, also where an image does not depend on them. */
  heeds?: readonly string[];
}

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
/** What the original does not have. */
export const added = (image: ImageRoute): ImageRoute => ({ ...image, differs: "added" });
export const bare = (image: ImageRoute): ImageRoute => ({ ...image, overlay: false });
/** The same from another camera. */
export const seenFrom = (
  { path, texels }: ImageRoute,
  camera: NonNullable<ImageRoute["camera"]>,
): ImageRoute => ({ path, texels, camera });
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
/** With the number in its URL as the width. */
export const byWidth = (image: ImageRoute): ImageRoute => ({ ...image, isWide: true });

/** Each at `name/:size/:id` and `name/:id`. */
export const sized = <Row>(rows: Record<string, Row>): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]) => [
      [`${name}/:size/:id`, row],
      [`${name}/:id`, row],
    ]),
  );
