import { ApiError } from "../contract/errors.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import type { Fallback, HeadQuery } from "../contract/queries.ts";
import { entityTag } from "../http/reply.ts";
import type { MaybeCached } from "../players/texture-library.ts";
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
import type { RouteServices } from "./route.ts";

/** What a request wants drawn, whichever texture it leads to. */
export interface Drawing {
  texture: "skin" | "cape";
  type: "image/png" | "image/webp";
  /** Shown for an unknown player: nothing ("404"), a skin, or by default a skin with status 404. */
  fallback: Fallback | undefined;
  tagOf(texture: TextureHash | "drawn", wearer?: Wearer): string;
  /** The image of a texture; null when the hash is unknown or its texture is of another kind. */
  draw(hash: TextureHash, wearer?: Wearer): Promise<MaybeCached<Uint8Array> | null>;
  drawPlaceholder(): Uint8Array | Promise<Uint8Array>;
}

type FaceQuery = Pick<HeadQuery, "size" | "format" | "overlay" | "default">;
type ViewQuery = Pick<HeadQuery, "size" | "format"> & {
  overlay?: boolean;
  model?: Wearer["model"] | undefined;
  default?: Fallback | undefined;
};

export type Drawings = ReturnType<typeof createDrawings>;

/** What can be drawn for a request, in the turn of its client. */
export function createDrawings(
  { library, images, drawView }: Pick<RouteServices, "library" | "images" | "drawView">,
  deadline: Deadline,
) {
  const cached = images(deadline.caller);

  /** The face of a skin as a square image. */
  const face = (query: FaceQuery): Drawing => {
    const { size, format, overlay } = query;
    return {
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
  const file = (texture: "skin" | "cape", fallback: Fallback = "404"): Drawing => ({
    texture,
    type: "image/png",
    fallback,
    tagOf: (hash) => imageTag(texture, hash),
    draw: (hash) => library.textureOf(hash, texture, deadline),
    drawPlaceholder: () => (texture === "skin" ? placeholderSkinPng : placeholderCapePng),
  });

  return { face, view, file };
}

/** The entity tag of an image: made of everything that decides its bytes. */
function imageTag(...parts: readonly (string | number | boolean | undefined)[]): string {
  return entityTag("picture", ...parts.map(String));
}
