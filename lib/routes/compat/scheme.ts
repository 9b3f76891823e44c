import type { NameRules } from "../../contract/identifiers.ts";
import type { PoseName, SkinView } from "../../contract/views.ts";
import type { Size } from "../../textures/fit.ts";
import type { CompatImage } from "../../http/request.ts";
import type { CompatReply, CompatTarget, FixedEndpoint, JsonEndpoints } from "./json.ts";

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
  /** Whether the second layer is drawn, whatever the query says; undefined leaves it to the query. */
  overlay?: boolean;
  /** Pixels for each step of `scale`: how high the image is in texels. */
  texels: number;
  /** The number of a URL that has none, where that is not the scheme's. */
  size?: number;
  /** The number in the URL is the width of an image that is twice as high. */
  isWide?: true;
  /** From where the player is seen, in degrees as in the query of this service, and how the player stands. */
  camera?: { yaw?: number; pitch?: number; projection?: "perspective"; pose?: PoseName };
  /**
   * How wide and high the image is, whatever it shows: in pixels for each step of `scale`, elsewhere only their
   * proportion. A number in the path is the width.
   */
  canvas?: Size;
  /** The width for a height, where the number in the URL is the height all the same. */
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

/** Reads a parameter of the query, which counts as one that means something then. */
export type ReadParameter = (name: string) => string | null;

/** The rest of a URL, besides its player. */
export interface Rest {
  read: ReadParameter;
  /** What stands for `:any`. */
  any: string;
  /** What follows in the path. */
  options: readonly string[];
}

/** A URL in place of which another is requested. */
export interface Moved {
  status: 301 | 302;
  /** The path of this service that is about the same. */
  native: string;
  /** The path of the other URL, from the root of its service, or the reply without one. */
  to(target: {
    id: string;
    size: number | undefined;
    search: URLSearchParams;
  }): string | CompatReply;
}

export interface CompatScheme {
  name: string;
  /** Where the service is, or was. */
  host: string;
  /** The height in pixels of an image whose URL names none, and the smallest and largest that it may name. */
  size?: number;
  least?: number;
  most?: number;
  /** The height is rounded up to a multiple of it. */
  step?: number;
  /** An unknown player is a 404; elsewhere, a default skin. */
  unknown?: "404";
  /** There, a UUID that no account can have still has a default skin. */
  impossible?: "steve";
  /** The reply to a name that no player has, where only an unknown UUID is a default skin. */
  unknownName?(target: Pick<CompatTarget, "text">): CompatReply;
  /** The parameter that makes an unknown player a 404 by `false`. */
  fallback?: string;
  /** The reply in place of this service's own 404 for an unknown player or a missing cape. */
  missing?: CompatReply;
  /** A UUID as `default` is whom the client is sent to (307) for an image that is no player's own. */
  redirects?: true;
  /** The reply to a URL that is refused there, undefined for any other, and the status of most of them. */
  refusals?: {
    status: 400 | 422;
    of(
      segments: readonly string[],
      search: URLSearchParams,
      rules: NameRules | undefined,
    ): CompatReply | undefined;
  };
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
  /** What is the same for everybody, at each path. */
  fixed?: Readonly<Record<string, FixedEndpoint>>;
  /** Where a path leads, in the same grammar. */
  moved?: Readonly<Record<string, Moved>>;
  /** URLs that are a 404 here, in the same grammar. */
  notOffered?: Readonly<Record<string, Reason>>;
  /** Hosts of paths that are not on `host`, by their first segment. */
  otherHosts?: Readonly<Record<string, string>>;
  /** Parameters that name the player where the path has no `:id`, the most exact first. */
  subjects?: readonly string[];
  /** Parameters that name the height in pixels, and those that name the width. */
  sizes?: readonly string[];
  widths?: readonly string[];
  /** The parameter for the height in multiples of the texture's, its default, and the largest. */
  scale?: { parameter: string; byDefault: number; most?: number };
  /** The parameter that puts a drawing into the middle of a square. */
  square?: string;
  /** Formats besides PNG by their names, in a parameter or else in the extension of the URL. */
  formats?: { parameter?: string; byName: Readonly<Record<string, CompatImage["format"]>> };
  /** The parameter that makes an image a file to be saved. */
  download?: string;
  /** Parameters that decide about the second layer. */
  overlay?: {
    parameters: readonly string[];
    /** `shows`: it is drawn only when one is there. `value`: it is left out by `false`. */
    rule: "shows" | "value";
  };
  /** Parameters that this service takes, from what the URL says. */
  parameters?(image: ImageRoute, rest: Rest): Readonly<Record<string, string>>;
}

/** A face is this many texels wide. */
export const FACE_TEXELS = 8;
export const face: ImageRoute = { path: "/head", texels: FACE_TEXELS };
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
): Record<string, string> {
  if (camera === undefined && view !== "iso") return {};
  const hasBack = path === "/body" || path === "/bust";
  return {
    ...(hasBack && !excluded.includes("cape") && { cape: "true" }),
    ...(path === "/body" && !excluded.includes("shadow") && { shadow: "true" }),
  };
}
/** With the number in its URL as the width. */
export const byWidth = (image: ImageRoute): ImageRoute => ({ ...image, isWide: true });

/** Each at `name/:size/:id` and `name/:id`. */
export const sized = (images: Record<string, ImageRoute>): Record<string, ImageRoute> =>
  Object.fromEntries(
    Object.entries(images).flatMap(([name, image]) => [
      [`${name}/:size/:id`, image],
      [`${name}/:id`, image],
    ]),
  );
