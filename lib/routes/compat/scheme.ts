import type { SkinView } from "../../contract/views.ts";
import type { FixedEndpoint, JsonEndpoints } from "./json.ts";

/*
 * What the URL scheme of another service consists of. Each of its URLs is a request of this service in
 * another spelling.
 */

/** The request of this service that returns the same image. */
export interface ImageRoute {
  path: SkinView["path"] | "/skin" | "/cape";
  view?: "front" | NonNullable<SkinView["view"]>;
  /** Whether the second layer is drawn, whatever the query says; undefined leaves it to the query. */
  overlay?: boolean;
  /** Pixels for each step of `scale`: how high the image is in texels. */
  texels: number;
  /** The number in the URL is the width of an image that is twice as high. */
  isWide?: true;
}

export interface CompatScheme {
  name: string;
  /** Where the service is, or was. */
  host: string;
  /** The height in pixels of an image whose URL names none, and the largest that it may name. */
  size?: number;
  most?: number;
  /** An unknown player is a 404; elsewhere, a default skin. */
  unknown?: "404";
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
  /** Hosts of paths that are not on `host`, by their first segment. */
  otherHosts?: Readonly<Record<string, string>>;
  /** Parameters that name the player where the path has no `:id`, the most exact first. */
  subjects?: readonly string[];
  /** Parameters that name the height in pixels. */
  sizes?: readonly string[];
  /** The parameter for the height in multiples of the texture's, and its default. */
  scale?: { parameter: string; byDefault: number };
  /** Parameters that decide about the second layer. */
  overlay?: {
    parameters: readonly string[];
    /** `shows`: it is drawn only when one is there. `hides`: it is left out then. `value`: by `false`. */
    rule: "shows" | "hides" | "value";
  };
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
export const cape: ImageRoute = { path: "/cape", texels: 32 };
/** A cape from the side that others see. */
export const wornCape: ImageRoute = { path: "/cape", view: "front", texels: 16 };
export const bare = (image: ImageRoute): ImageRoute => ({ ...image, overlay: false });
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
