import { ApiError } from "../contract/errors.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import { hasCamera, type Fallback, type HeadQuery } from "../contract/queries.ts";
import { nameLook, type PoseName } from "../contract/views.ts";
import { entityTag } from "../http/reply.ts";
import type { SkinOwner } from "../players/resolver.ts";
import type { MaybeCached, TextureLibrary } from "../players/texture-library.ts";
import type { Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { pixelsIn } from "../textures/codec.ts";
import {
  defaultModelOf,
  placeholderCape,
  placeholderCapePng,
  placeholderSkin,
  placeholderSkinPng,
} from "../textures/default-skins.ts";
import { faceOf, renderHead, type Cached, type Face } from "../textures/head.ts";
import { resized } from "../textures/nearest.ts";
import {
  encodeOutput,
  MEDIA_TYPES,
  texelsOf,
  type MediaType,
  type OutputFormat,
} from "../textures/output.ts";
import {
  hasElytra,
  pixelsDrawn,
  PRESETS,
  type DrawView,
  type ShotOptions,
  type ViewName,
  type ViewOptions,
  type ViewTextures,
} from "../textures/view.ts";
import type { ImageCache } from "./image-cache.ts";
import type { Size } from "../textures/fit.ts";

/** The manner in which an image is made, beyond what the query of its route says. */
export interface ImageManner {
  /** The exact size of the image in pixels: what is drawn is as large as fits, and in the middle. */
  canvas?: Size | undefined;
  /** Its format, where that is not the one of the query. */
  format?: OutputFormat | undefined;
  /** The width in pixels to which a texture is scaled. */
  textureWidth?: number | undefined;
  /** The default of `/skin`, whose query has none: the skin of an unknown player, or the error. */
  default?: "auto" | "404" | undefined;
  /** A card is a face with the figure before it. */
  isCombo?: true | undefined;
}

/** The file of an image. */
interface MadeImage extends MaybeCached<Uint8Array> {
  /** The cape that is worn could not be loaded. */
  lacksCape?: boolean;
}

/** An image that a request shows of a texture, whichever that is. */
export interface TextureImage {
  texture: "skin" | "cape";
  type: MediaType;
  /** Shown for an unknown player: nothing ("404"), a skin, or by default a skin with status 404. */
  fallback: Fallback | undefined;
  /** True if the cape that the player wears is drawn, too. */
  wearsCape?: boolean | undefined;
  tagOf(texture: TextureHash | "drawn", owner?: SkinOwner): string;
  /**
   * The file of the image; null when the hash is unknown or its texture is of another kind. Without an owner, the
   * hash is what a client says.
   */
  bytesOf(hash: TextureHash, owner?: SkinOwner): Promise<MadeImage | null>;
  placeholderBytes(): Uint8Array | Promise<Uint8Array>;
}

type FaceQuery = Pick<HeadQuery, "size" | "format" | "overlay" | "default">;
/** A camera, as far as it is not the one that `view` names. */
type CameraQuery = Partial<Pick<HeadQuery, "yaw" | "pitch" | "projection">> & {
  view?: string;
  pose?: PoseName | undefined;
};
type ViewQuery = Pick<HeadQuery, "size" | "format"> &
  CameraQuery & {
    overlay?: boolean;
    cape?: boolean;
    shadow?: boolean;
    model?: SkinOwner["model"] | undefined;
    default?: Fallback | undefined;
  };

interface ImageSources {
  library: TextureLibrary;
  images: ImageCache;
  drawView: DrawView;
}

/** The tools with which the images of one request are made. */
interface Workshop extends Pick<ImageSources, "library" | "drawView"> {
  deadline: Deadline;
  manner: ImageManner;
  /** Makes an image in the turn of the client, unless it is cached. */
  cached: Cached;
}

export type TextureImages = ReturnType<typeof createTextureImages>;

/** The images that a request can show, each made in the turn of its client. */
export function createTextureImages(
  { library, images, drawView }: ImageSources,
  deadline: Deadline,
  manner: ImageManner = {},
) {
  const cached: Cached = (...image) => images(deadline.caller, ...image);
  const workshop: Workshop = { library, drawView, deadline, manner, cached };
  return {
    face: (query: FaceQuery) => faceImage(workshop, query),
    view: (texture: "skin" | "cape", name: ViewName, query: ViewQuery) =>
      viewImage(workshop, texture, name, query),
    file: (texture: "skin" | "cape", format: HeadQuery["format"], fallback: Fallback = "404") =>
      fileImage(workshop, texture, format, fallback),
  };
}

/** The face of a skin as a square image. */
function faceImage(
  { library, deadline, manner, cached }: Workshop,
  query: FaceQuery,
): TextureImage {
  const { overlay } = query;
  const size = manner.canvas?.height ?? query.size;
  const format: OutputFormat = manner.format ?? query.format;
  const encoded = (drawn: Face) =>
    format === "svg"
      ? encodeOutput(texelsOf(drawn), format)
      : renderHead(drawn, { size, format }, cached);
  return {
    texture: "skin",
    type: MEDIA_TYPES[format],
    fallback: query.default,
    tagOf: (hash) => imageTag("head", hash, size, format, overlay),
    async bytesOf(hash, owner) {
      const drawn = await library.faceOf(hash, overlay, deadline, owner === undefined);
      if (drawn === null) return null;
      return { value: await encoded(drawn.value), cached: drawn.cached };
    },
    placeholderBytes: () => encoded(faceOf(placeholderSkin, { overlay })),
  };
}

/** A skin on the figure that wears it, or a cape as it is worn. */
function viewImage(
  workshop: Workshop,
  texture: "skin" | "cape",
  name: ViewName,
  query: ViewQuery,
): TextureImage {
  const { library, drawView, deadline, manner, cached } = workshop;
  const { size, overlay = true, cape, shadow } = query;
  const { canvas } = manner;
  const format: OutputFormat = manner.format ?? query.format;
  const optionsFor = (hash?: string, owner?: SkinOwner) => ({
    view: name,
    size,
    format,
    overlay,
    cape,
    shadow,
    canvas,
    model: query.model ?? owner?.model ?? defaultModelOf(hash),
    ...nameLook(owner?.javaName),
    ...(hasCamera(query) && { shot: shotOf(query) }),
  });
  /** `drawn` identifies the pixels, which are decoded only if the image is not cached. */
  const imageOf = (
    drawn: string,
    pixels: number,
    options: ViewOptions,
    textures: () => Promise<ViewTextures> | ViewTextures,
  ) => {
    const key = `${drawn} ${format} ${optionValues(options).join(" ")}`;
    return cached(key, pixels + pixelsDrawn(options), async () =>
      encodeOutput(await drawView(await textures(), options), format),
    );
  };
  const pixelsOf = async (hash: TextureHash, bytes: Uint8Array) => {
    const pixels = await library.pixelsOf(hash, bytes, texture);
    if (name !== "cape-elytra" || hasElytra(pixels)) return pixels;
    throw new ApiError("NOT_FOUND", "This cape has no elytra of its own.");
  };
  return {
    texture,
    type: MEDIA_TYPES[format],
    fallback: texture === "cape" ? "404" : query.default,
    wearsCape: cape,
    tagOf: (hash, owner) => imageTag(hash, owner?.cape, ...optionValues(optionsFor(hash, owner))),
    async bytesOf(hash, owner) {
      const [bytes, worn] = await Promise.all([
        library.textureOf(hash, texture, deadline, owner === undefined),
        owner?.cape ? wornCape(workshop, owner.cape) : undefined,
      ]);
      if (bytes === null) return null;
      const value = await imageOf(
        `${hash} ${worn ? worn.hash : undefined}`,
        pixelsIn(bytes.value) + (worn ? worn.size : 0),
        optionsFor(hash, owner),
        async () => ({
          texture: await pixelsOf(hash, bytes.value),
          cape: worn ? await worn.pixels() : undefined,
        }),
      );
      return {
        value,
        cached: bytes.cached && (!worn || worn.cached),
        lacksCape: worn === null,
      };
    },
    placeholderBytes: () => {
      const placeholder = texture === "cape" ? placeholderCape : placeholderSkin;
      return imageOf("placeholder", 0, optionsFor(), () => ({ texture: placeholder }));
    },
  };
}

/** The cape that is worn with a skin; null while it cannot be loaded. */
async function wornCape({ library, deadline }: Workshop, hash: TextureHash) {
  const bytes = await library.textureOf(hash, "cape", deadline).catch((error: unknown) => {
    if (error instanceof UpstreamFailure) return null;
    throw error;
  });
  if (bytes === null) return null;
  const { value, cached } = bytes;
  const pixels = () => library.pixelsOf(hash, value, "cape");
  return { hash, pixels, size: pixelsIn(value), cached };
}

/** The bytes of a skin or cape as they are, unless another size or format is wanted. */
function fileImage(
  { library, deadline, manner, cached }: Workshop,
  texture: "skin" | "cape",
  ofQuery: HeadQuery["format"],
  fallback: Fallback,
): TextureImage {
  const { textureWidth } = manner;
  const format: OutputFormat = manner.format ?? ofQuery;
  const isWhole = textureWidth === undefined && format === "png";
  const changes = isWhole ? [] : [textureWidth, format];
  const written = async (bytes: Uint8Array, hash: TextureHash) => {
    if (isWhole) return bytes;
    const size = pixelsIn(bytes) + (textureWidth ?? 0) ** 2;
    return cached([hash, texture, ...changes].join(" "), size, async () => {
      const pixels = await library.pixelsOf(hash, bytes, texture);
      return encodeOutput(resized(pixels, textureWidth ?? pixels.width), format);
    });
  };
  const placeholder = texture === "skin" ? placeholderSkin : placeholderCape;
  const placeholderPng = texture === "skin" ? placeholderSkinPng : placeholderCapePng;
  return {
    texture,
    type: MEDIA_TYPES[format],
    fallback,
    tagOf: (hash) => imageTag(texture, hash, ...changes),
    async bytesOf(hash, owner) {
      const found = await library.textureOf(hash, texture, deadline, owner === undefined);
      return found && { value: await written(found.value, hash), cached: found.cached };
    },
    placeholderBytes: () => (format === "png" ? placeholderPng : encodeOutput(placeholder, format)),
  };
}

/** The failure when the textures host does not have a texture that a profile names. */
export function lostTexture(): UpstreamFailure {
  const call = { provider: "mojang-textures", operation: "texture" };
  return new UpstreamFailure("bad-response", call, "does not have a player's texture");
}

/** Everything that decides what a view shows. */
function optionValues({
  shot,
  canvas,
  ...options
}: ViewOptions): (string | number | boolean | undefined)[] {
  const size = canvas && `${canvas.width}x${canvas.height}`;
  return [...Object.values(options), size, ...Object.values(shot ?? {})];
}

/** The camera of a query; what the query leaves out is that of its `view`. A view of several cameras has none. */
function shotOf({ view, yaw, pitch, projection, pose = "standing" }: CameraQuery): ShotOptions {
  const presets: Readonly<Record<string, Pick<ShotOptions, "yaw" | "pitch">>> = PRESETS;
  const preset = presets[view ?? "front"] ?? PRESETS.front;
  return {
    yaw: yaw ?? preset.yaw,
    pitch: pitch ?? preset.pitch,
    projection: projection ?? "orthographic",
    pose,
  };
}

/** The version of the drawing. Count it up when a texture is drawn otherwise, or clients keep the old image. */
const RENDERING = "4";

/** The entity tag of an image: made of everything that decides its bytes. */
function imageTag(...parts: readonly (string | number | boolean | undefined)[]): string {
  return entityTag("picture", RENDERING, ...parts.map(String));
}
