import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Cache } from "../cache/cache.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import type { Caller, Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { Providers } from "../providers/providers.ts";
import type { TexturePlace } from "./records.ts";
import {
  decodeTexture,
  GAME_LIMITS,
  hasLegalSize,
  HD_LIMITS,
  pixelsIn,
  type Pixels,
  TextureError,
  type TextureLimits,
} from "../textures/codec.ts";
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
  textureAt(url: string, deadline: Deadline): Promise<Uint8Array | null>;
}

export interface TextureLibraryOptions {
  /** Decodes cached skins, of so many pixels, in turn, each once for requests at the same time. */
  inTurn: (
    key: string,
    caller: Caller,
    pixels: number,
    work: () => Promise<Faces>,
  ) => Promise<Faces>;
  providers: Pick<Providers, "textures" | "skinSources" | "optiFine">;
  cache: Cache<string>;
  /** Where textures of other services were fetched. */
  places: Cache<TexturePlace>;
}

/** A face takes 256 bytes, and up to 64 KiB for an HD skin. */
const FACES_BYTES = 32 * 1024 * 1024;

export type TextureLibrary = ReturnType<typeof createTextureLibrary>;

/**
 * Textures by hash. They never change, so they are fetched once. Only bytes that decode to a legal
 * texture are cached; those of more than about 768 KiB only in memory, since no store takes values that
 * are so long: they are fetched again.
 */
export function createTextureLibrary({ providers, cache, places, inTurn }: TextureLibraryOptions) {
  const { textures, skinSources, optiFine } = providers;
  const origins = [...skinSources.before, ...skinSources.after, ...(optiFine ? [optiFine] : [])];

  /**
   * The pixels of a texture that decoded when it was fetched: if it does not any longer, the cached bytes
   * have been changed since.
   */
  const pixelsOf = async (hash: TextureHash, bytes: Uint8Array, kind: TextureKind) => {
    try {
      return await decode(bytes, kind, HD_LIMITS);
    } catch (error) {
      if (error instanceof UpstreamFailure) await cache.delete(hash);
      throw error;
    }
  };

  const faces = new LRUCache<TextureHash, Faces>({
    maxSize: FACES_BYTES,
    sizeCalculation: ({ bare, withOverlay }) => bare.data.length + withOverlay.data.length + 64,
  });
  const cutFaces = (hash: TextureHash, skin: Pixels): Faces => {
    const both = { bare: faceOf(skin, { overlay: false }), withOverlay: faceOf(skin) };
    faces.set(hash, both);
    return both;
  };

  const load = async (hash: TextureHash, deadline: Deadline, isGuess: boolean) => {
    const place = origins.length === 0 ? undefined : await places.peek(hash);
    const origin = origins.find(({ name }) => name === place?.value?.origin);
    const bytes = await (origin === undefined
      ? textures.textureOf(hash, deadline, isGuess)
      : origin.textureAt(place?.value?.url ?? "", deadline));
    if (bytes === null || (origin !== undefined && hashOf(bytes) !== hash)) return null;
    const kind = hasLegalSize(bytes, "skin") ? "skin" : "cape";
    const pixels = await decode(bytes, kind, origin === undefined ? GAME_LIMITS : HD_LIMITS);
    if (kind === "skin") cutFaces(hash, pixels);
    return { value: toBase64(bytes) };
  };

  const textureOf = async (
    hash: TextureHash,
    kind: TextureKind,
    deadline: Deadline,
    isGuess = false,
  ): Promise<MaybeCached<Uint8Array> | null> => {
    const { value, cached } = await cache.get(hash, () => load(hash, deadline, isGuess));
    const bytes = value === null ? null : Buffer.from(value, "base64");
    return bytes !== null && hasLegalSize(bytes, kind) ? { value: bytes, cached } : null;
  };

  return {
    /**
     * Fetches a texture of another service and keeps it under the hash of its bytes, as the game names its
     * newer ones. Null when it is not there.
     * @throws UpstreamFailure
     */
    async fetchByUrl(
      origin: TextureOrigin,
      url: string,
      kind: TextureKind,
      deadline: Deadline,
    ): Promise<TextureHash | null> {
      const bytes = await origin.textureAt(url, deadline);
      if (bytes === null) return null;
      await decode(bytes, kind, HD_LIMITS, origin.name);
      const hash = hashOf(bytes);
      await Promise.all([
        cache.put(hash, toBase64(bytes)),
        places.put(hash, { origin: origin.name, url }),
      ]);
      return hash;
    },

    /**
     * The bytes of a texture, a PNG that decodes. Null when the hash is unknown or its texture is not
     * of this kind.
     * @param isGuess A client has the hash from anywhere.
     * @throws UpstreamFailure
     */
    textureOf,

    /**
     * The pixels of a texture whose bytes `textureOf` gave.
     * @throws UpstreamFailure
     */
    pixelsOf,

    /**
     * The face of a skin. Null when the hash is unknown or not that of a skin.
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
        faces.get(hash) ?? (await inTurn(hash, deadline.caller, pixelsIn(bytes.value), cut));
      return { value: pick(both), cached: bytes.cached };
    },
  };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** What bytes of other services are kept under: their SHA-256 without the leading zeros. */
function hashOf(bytes: Uint8Array): TextureHash {
  return createHash("sha256").update(bytes).digest("hex").replace(/^0+/, "") as TextureHash;
}

/** @throws UpstreamFailure for what is no texture of this kind */
async function decode(
  bytes: Uint8Array,
  kind: TextureKind,
  limits: TextureLimits,
  provider = "mojang-textures",
) {
  try {
    return await decodeTexture(bytes, kind, limits);
  } catch (cause) {
    if (!(cause instanceof TextureError)) throw cause;
    const call = { provider, operation: "texture" };
    throw new UpstreamFailure("bad-response", call, `no texture (${cause.reason})`, { cause });
  }
}
