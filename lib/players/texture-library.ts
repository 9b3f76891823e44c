import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Cache } from "../cache/cache.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import type { Caller, Deadline } from "../providers/deadline.ts";
import { FRESH_MS } from "../freshness.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { Providers } from "../providers/providers.ts";
import type { TextureFile } from "../providers/game-api.ts";
import { isTextureFault, type TextureAddress } from "./records.ts";
import {
  decodeTexture,
  encodeImage,
  GAME_LIMITS,
  hasLegalSize,
  HD_LIMITS,
  isAnimatedCape,
  pixelsIn,
  type Pixels,
  TextureError,
  type TextureFault,
  type TextureLimits,
} from "../textures/codec.ts";
import { readPngHeader } from "../textures/png.ts";
import { faceOf, type Face } from "../textures/head.ts";

type TextureKind = "skin" | "cape";

/** Both faces of a skin, cut out once. */
export interface Faces {
  bare: Face;
  withOverlay: Face;
}

/** A value, and whether it came from the cache. */
export interface MaybeCached<Value> {
  value: Value;
  cached: boolean;
}

/** A service besides the game's own that has textures, by URLs. */
export interface TextureOrigin {
  name: string;
  textureAt(url: string, deadline: Deadline): Promise<TextureFile | null>;
}

export interface TextureLibraryOptions {
  /** Decodes cached skins, of so many pixels, in turn, each once for requests at the same time. */
  decodeInTurn: (
    key: string,
    caller: Caller,
    pixels: number,
    work: () => Promise<Faces>,
  ) => Promise<Faces>;
  providers: Pick<Providers, "textures" | "skinSources" | "optiFine">;
  cache: Cache<string>;
  /** The places of textures that other services have. */
  addresses: Cache<TextureAddress>;
  /** The bound of faces in memory. */
  facesBytes: number;
}

/** Memory of both faces besides their pixels: 256 bytes each, and up to 64 KiB for an HD skin. */
const FACES_BYTES = 900;

export type TextureLibrary = ReturnType<typeof createTextureLibrary>;

/**
 * Textures by hash. They never change, so they are fetched once. The cache holds bytes that decode to a legal
 * texture, or the fault of a file. Textures of more than about 768 KiB are cached only in memory, since no store
 * takes values that are so long. A method that gives a texture throws TextureError for a file that is none of this
 * kind.
 */
export function createTextureLibrary({
  providers,
  cache,
  addresses,
  decodeInTurn,
  facesBytes,
}: TextureLibraryOptions) {
  const { textures, skinSources, optiFine } = providers;
  const origins = [...skinSources.before, ...skinSources.after, ...(optiFine ? [optiFine] : [])];

  /**
   * The pixels of a texture that decoded when it was fetched: if it does not any longer, the cached bytes
   * have been changed since.
   */
  const pixelsOf = async (hash: TextureHash, bytes: Uint8Array, kind: TextureKind) => {
    try {
      return await decodeTexture(bytes, kind, HD_LIMITS);
    } catch (cause) {
      if (!(cause instanceof TextureError)) throw busy(cause);
      await cache.delete(hash);
      throw new UpstreamFailure("bad-response", CALL, "its cached bytes are damaged", { cause });
    }
  };

  const faces = createFaces(facesBytes);
  const cutFaces = (hash: TextureHash, skin: Pixels): Faces => {
    const both = { bare: faceOf(skin, { overlay: false }), withOverlay: faceOf(skin) };
    faces.set(hash, both);
    return both;
  };

  const load = async (hash: TextureHash, deadline: Deadline, isGuess: boolean) => {
    const address = origins.length === 0 ? undefined : await addresses.peek(hash);
    const origin = origins.find(({ name }) => name === address?.value?.origin);
    const file =
      origin === undefined
        ? await fileOfGame(await textures.textureOf(hash, deadline, isGuess))
        : await fileOfOrigin(await origin.textureAt(address?.value?.url ?? "", deadline), hash);
    if (file === null) return null;
    if (typeof file === "string") return { value: file, freshMs: FRESH_MS.unusableTexture };
    if (file.skin !== undefined) cutFaces(hash, file.skin);
    return { value: toBase64(file.bytes) };
  };

  const textureOf = async (
    hash: TextureHash,
    kind: TextureKind,
    deadline: Deadline,
    isGuess = false,
  ): Promise<MaybeCached<Uint8Array> | null> => {
    const { value, cached } = await cache.get(hash, () => load(hash, deadline, isGuess));
    if (value === null) return null;
    const fault = faultIn(value, kind);
    if (fault !== null) throw new TextureError(fault, kind);
    const bytes = Buffer.from(value, "base64");
    if (kind === "skin" || !isAnimatedCape(bytes)) return { value: bytes, cached };
    const read = await readFile(bytes, kind, HD_LIMITS);
    if (typeof read === "string") throw new TextureError(read, kind);
    return { value: read.bytes, cached };
  };

  return {
    /**
     * Fetches a texture of another service and keeps it under the hash of its bytes, as the game names its
     * newer ones; of an animated cape, the first frame. Null when it is not there.
     * @throws UpstreamFailure
     */
    async fetchByUrl(
      origin: TextureOrigin,
      url: string,
      kind: TextureKind,
      deadline: Deadline,
    ): Promise<{ hash: TextureHash } | { fault: TextureFault } | null> {
      const file = await origin.textureAt(url, deadline);
      if (file === null) return null;
      const read = await readFile(file, kind, HD_LIMITS);
      if (typeof read === "string") return { fault: read };
      const hash = hashOf(read.bytes);
      await Promise.all([
        cache.put(hash, toBase64(read.bytes)),
        addresses.put(hash, { origin: origin.name, url }),
      ]);
      return { hash };
    },

    /** The fault that a texture had a short while ago, if it is known; nothing is fetched. */
    async knownFault(hash: TextureHash, kind: TextureKind): Promise<TextureFault | null> {
      const known = await cache.peek(hash);
      if (known?.value === undefined || known.value === null) return null;
      return known.stale && isTextureFault(known.value) ? null : faultIn(known.value, kind);
    },

    /**
     * The bytes of a texture, a PNG that decodes. Null when the hash is unknown.
     * @param isGuess A client has the hash from anywhere.
     * @throws UpstreamFailure
     */
    textureOf,

    /**
     * The pixels of a texture whose bytes `textureOf` gave.
     * @throws UpstreamFailure
     */
    pixelsOf,

    /** Drops faces from memory, after another process has removed a player from the store. */
    clearMemory: () => faces.clear(),

    /**
     * The face of a skin. Null when the hash is unknown.
     * @throws UpstreamFailure
     */
    async faceOf(
      hash: TextureHash,
      overlay: boolean,
      deadline: Deadline,
      isGuess = false,
    ): Promise<MaybeCached<Face> | null> {
      const pick = ({ bare, withOverlay }: Faces) => (overlay ? withOverlay : bare);
      const drawn = faces.get(hash);
      if (drawn !== undefined) return { value: pick(drawn), cached: true };
      const bytes = await textureOf(hash, "skin", deadline, isGuess);
      if (bytes === null) return null;
      // A load has cut them out already; cached bytes are decoded here.
      const cut = async () => cutFaces(hash, await pixelsOf(hash, bytes.value, "skin"));
      const both =
        faces.get(hash) ?? (await decodeInTurn(hash, deadline.caller, pixelsIn(bytes.value), cut));
      return { value: pick(both), cached: bytes.cached };
    },
  };
}

/** A file to be cached, with the pixels of a skin. */
interface ReadTexture {
  bytes: Uint8Array;
  skin: Pixels | undefined;
}

/** Checks a file of the game, which is kept whole: the first frame of an animated cape might pass for a skin. */
async function fileOfGame(file: TextureFile | null): Promise<ReadTexture | TextureFault | null> {
  if (file === null || typeof file === "string") return file;
  const kind = hasLegalSize(file, "skin") ? "skin" : "cape";
  const read = await readFile(file, kind, GAME_LIMITS);
  if (typeof read === "string") return read;
  return { bytes: file, skin: kind === "skin" ? read.pixels : undefined };
}

/** Checks a file of another service; null unless its URL still leads to the texture of this hash. */
async function fileOfOrigin(
  file: TextureFile | null,
  hash: TextureHash,
): Promise<ReadTexture | null> {
  if (file === null || typeof file === "string") return null;
  const kind = hashOf(file) === hash && hasLegalSize(file, "skin") ? "skin" : "cape";
  const read = await readFile(file, kind, HD_LIMITS);
  if (typeof read === "string" || hashOf(read.bytes) !== hash) return null;
  return { bytes: read.bytes, skin: kind === "skin" ? read.pixels : undefined };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** The name of a texture of another service: the SHA-256 of its bytes without the leading zeros. */
function hashOf(bytes: Uint8Array): TextureHash {
  return createHash("sha256").update(bytes).digest("hex").replace(/^0+/, "") as TextureHash;
}

/** The faces of skins, bounded in bytes. */
export function createFaces(maxSize: number) {
  return new LRUCache<TextureHash, Faces>({
    maxSize,
    sizeCalculation: ({ bare, withOverlay }) =>
      bare.data.length + withOverlay.data.length + FACES_BYTES,
  });
}

/** The fault of a cached texture that is to be of this kind. */
function faultIn(value: string, kind: TextureKind): TextureFault | null {
  if (isTextureFault(value)) return value;
  const bytes = Buffer.from(value, "base64");
  const isLegal = hasLegalSize(bytes, kind) || (kind === "cape" && isAnimatedCape(bytes));
  return isLegal ? null : "illegal-size";
}

/**
 * The texture in a file, or what is wrong with it.
 * @throws UpstreamFailure when that is not known
 */
async function readFile(file: TextureFile, kind: TextureKind, limits: TextureLimits) {
  if (typeof file === "string") return file;
  try {
    const pixels = await decodeTexture(file, kind, limits);
    const isWhole = readPngHeader(file)?.height === pixels.height;
    return { pixels, bytes: isWhole ? file : await encodeImage(pixels, "png") };
  } catch (error) {
    if (error instanceof TextureError) return error.reason;
    throw busy(error);
  }
}

const CALL = { provider: "mojang-textures", operation: "texture" };

/** For a texture that took too long to decode. */
function busy(cause: unknown): UpstreamFailure {
  return new UpstreamFailure("timeout", CALL, "took too long to decode", { cause });
}
