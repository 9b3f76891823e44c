import { ApiError } from "../contract/errors.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import {
  bodyQuery,
  bustQuery,
  capeQuery,
  cardQuery,
  type Fallback,
  headQuery,
  type HeadQuery,
  parseQuery,
  skinQuery,
  type TextureQuery,
} from "../contract/queries.ts";
import type { MaybeCached, TextureLibrary } from "../players/texture-library.ts";
import type { Wearer } from "../players/resolver.ts";
import type { Deadline } from "../providers/deadline.ts";
import { encodeImage, type Pixels } from "../textures/codec.ts";
import { faceOf, renderHead } from "../textures/head.ts";
import {
  placeholderCape,
  placeholderCapePng,
  placeholderSkin,
  placeholderSkinPng,
} from "../textures/default-skins.ts";
import { hasElytra, poseOf, type ViewName, type ViewOptions } from "../textures/view.ts";
import { entityTag } from "./caching.ts";
import type { ImageCache } from "./image-cache.ts";
import type { ApiRequest } from "./request.ts";

/** `drawView`, on this thread or on another. */
export type DrawView = (texture: Pixels, options: ViewOptions) => Pixels | Promise<Pixels>;

export interface DrawingServices {
  library: TextureLibrary;
  images: ImageCache;
  drawView: DrawView;
  /** Whether skin services are queried, whose players may have any name. */
  anyName: boolean;
}

export const imageRoutes = ["head", "bust", "body", "player", "skin", "cape"] as const;
export type ImageRoute = (typeof imageRoutes)[number];

/** What a request wants drawn, whichever texture it leads to. */
export interface Drawing {
  query: TextureQuery;
  texture: "skin" | "cape";
  type: "image/png" | "image/webp";
  /** Shown for an unknown player: nothing ("404"), a skin, or by default a skin with status 404. */
  fallback: Fallback | undefined;
  tagOf(texture: TextureHash | "drawn", wearer?: Wearer): string;
  /** The image of a texture; null when the hash is unknown or its texture is of another kind. */
  draw(hash: TextureHash, wearer?: Wearer): Promise<MaybeCached<Uint8Array> | null>;
  drawPlaceholder(): Uint8Array | Promise<Uint8Array>;
}

type ViewQuery = TextureQuery &
  Pick<HeadQuery, "size" | "format"> & {
    overlay?: boolean;
    model?: Wearer["model"] | undefined;
    default?: Fallback | undefined;
  };

/** @throws ApiError For a malformed query. */
export function drawingFor(
  { library, images, drawView, anyName }: DrawingServices,
  route: ImageRoute,
  { search, skinFallback }: ApiRequest,
  deadline: Deadline,
): Drawing {
  const cached = images(deadline.caller);

  /** The face of a skin as a square image. */
  const face = (query: HeadQuery): Drawing => {
    const { size, format, overlay } = query;
    return {
      query,
      texture: "skin",
      type: `image/${format}`,
      fallback: query.default,
      tagOf: (hash) => imageTag("head", hash, size, format, overlay),
      async draw(hash) {
        const drawn = await library.faceOf(hash, overlay, deadline);
        if (drawn === null) return null;
        const value = await renderHead(drawn.value, { size, format }, cached);
        return { value, cached: drawn.cached };
      },
      drawPlaceholder: () =>
        renderHead(faceOf(placeholderSkin, { overlay }), { size, format }, cached),
    };
  };

  /** A skin on the figure that wears it, or a cape as it is worn. */
  const view = (texture: "skin" | "cape", name: ViewName, query: ViewQuery): Drawing => {
    const { size, format, overlay = true } = query;
    const optionsFor = (wearer?: Wearer) => ({
      view: name,
      size,
      format,
      overlay,
      model: query.model ?? wearer?.model,
      ...poseOf(wearer?.javaName),
    });
    const placeholder = texture === "cape" ? placeholderCape : placeholderSkin;
    /** `drawn` identifies the pixels, which are fetched only if the image is not cached. */
    const imageOf = (
      drawn: TextureHash | "placeholder",
      options: ViewOptions,
      pixels: () => Promise<Pixels> | Pixels,
    ) => {
      const { model, upsideDown, ears } = options;
      const key = [drawn, name, size, format, overlay, model, upsideDown, ears].join(" ");
      return cached(key, async () => encodeImage(await drawView(await pixels(), options), format));
    };
    return {
      query,
      texture,
      type: `image/${format}`,
      fallback: texture === "cape" ? "404" : query.default,
      tagOf: (hash, wearer) => imageTag(hash, ...Object.values(optionsFor(wearer))),
      async draw(hash, wearer) {
        const bytes = await library.textureOf(hash, texture, deadline);
        if (bytes === null) return null;
        const value = await imageOf(hash, optionsFor(wearer), async () => {
          const pixels = await library.pixelsOf(hash, bytes.value, texture);
          if (name !== "cape-elytra" || hasElytra(pixels)) return pixels;
          throw new ApiError("NOT_FOUND", "This cape has no elytra of its own.");
        });
        return { value, cached: bytes.cached };
      },
      drawPlaceholder: () => imageOf("placeholder", optionsFor(), () => placeholder),
    };
  };

  /** The bytes of a skin or cape as they are. */
  const file = (texture: "skin" | "cape", query: TextureQuery): Drawing => ({
    query,
    texture,
    type: "image/png",
    fallback: (texture === "skin" ? skinFallback : undefined) ?? "404",
    tagOf: (hash) => imageTag(texture, hash),
    draw: (hash) => library.textureOf(hash, texture, deadline),
    drawPlaceholder: () => (texture === "skin" ? placeholderSkinPng : placeholderCapePng),
  });

  switch (route) {
    case "head": {
      const query = parseQuery(search, headQuery, anyName);
      return query.view === "front" ? face(query) : view("skin", "head-iso", query);
    }
    case "bust":
      return view("skin", "bust-front", parseQuery(search, bustQuery, anyName));
    case "body": {
      const query = parseQuery(search, bodyQuery, anyName);
      return view("skin", `body-${query.view}`, query);
    }
    case "player":
      return view("skin", "player-card", parseQuery(search, cardQuery, anyName));
    case "skin":
      return file("skin", parseQuery(search, skinQuery, anyName));
    case "cape": {
      const query = parseQuery(search, capeQuery, anyName);
      if (query.view === "texture") return file("cape", query);
      return view("cape", `cape-${query.view}`, query);
    }
  }
}

/** The entity tag of an image: made of everything that decides its bytes. */
function imageTag(...parts: readonly (string | number | boolean | undefined)[]): string {
  return entityTag("picture", ...parts.map(String));
}
