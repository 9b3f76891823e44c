import { LRUCache } from "lru-cache";
import type { Cache } from "../cache/cache.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import type { Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { MojangTextures } from "../providers/mojang-textures.ts";
import { decodeTexture, hasLegalSize, TextureError, type Pixels } from "../textures/decode.ts";
import { faceOf, type Face } from "../textures/face.ts";

/** Both faces of a skin, drawn once. */
interface Faces {
  bare: Face;
  withOverlay: Face;
}

/** Something held, and whether it was held before it was asked for. */
export interface Held<Value> {
  value: Value;
  cached: boolean;
}

/** A face is 256 bytes, of an HD skin up to 16 KiB. */
const FACES_BYTES = 32 * 1024 * 1024;

export type TextureLibrary = ReturnType<typeof createTextureLibrary>;

/**
 * Textures by hash. They never change, so they are fetched once and kept; only bytes that decode
 * to a legal picture are kept at all.
 */
export function createTextureLibrary(textures: MojangTextures, cache: Cache<string>) {
  const faces = new LRUCache<TextureHash, Faces>({
    maxSize: FACES_BYTES,
    sizeCalculation: ({ bare, withOverlay }) => bare.data.length + withOverlay.data.length + 64,
  });

  const load = async (hash: TextureHash, deadline: Deadline) => {
    const bytes = await textures.textureOf(hash, deadline);
    if (bytes === null) return null;
    const skin = await decodeAny(bytes);
    if (skin !== null) faces.set(hash, facesOf(skin));
    return { value: Buffer.from(bytes).toString("base64") };
  };

  const bytesOf = async (
    hash: TextureHash,
    deadline: Deadline,
  ): Promise<Held<Uint8Array> | null> => {
    const { value, cached } = await cache.get(hash, () => load(hash, deadline));
    return value === null ? null : { value: Buffer.from(value, "base64"), cached };
  };

  const decoding = new Map<TextureHash, Promise<Faces>>();

  /** Decodes a skin once for all who ask for its face at the same time. */
  const drawFaces = (hash: TextureHash, bytes: Uint8Array): Promise<Faces> => {
    const underWay = decoding.get(hash);
    if (underWay !== undefined) return underWay;
    const drawn = decodeTexture(bytes, "skin")
      .then((skin) => {
        const both = facesOf(skin);
        faces.set(hash, both);
        return both;
      })
      .catch(async (error: unknown) => {
        // It decoded when it was fetched: what is kept has been changed since.
        if (error instanceof TextureError) await cache.delete(hash);
        throw asFailure(error);
      })
      .finally(() => decoding.delete(hash));
    decoding.set(hash, drawn);
    return drawn;
  };

  return {
    /**
     * The bytes of a texture, known to be a PNG that decodes; null when the hash is unknown or its
     * texture is not of this kind.
     * @throws UpstreamFailure
     */
    async textureOf(
      hash: TextureHash,
      kind: "skin" | "cape",
      deadline: Deadline,
    ): Promise<Held<Uint8Array> | null> {
      const bytes = await bytesOf(hash, deadline);
      return bytes !== null && hasLegalSize(bytes.value, kind) ? bytes : null;
    },

    /**
     * The face of a skin; null when the hash is unknown or no skin.
     * @throws UpstreamFailure
     */
    async faceOf(
      hash: TextureHash,
      overlay: boolean,
      deadline: Deadline,
    ): Promise<Held<Face> | null> {
      const pick = ({ bare, withOverlay }: Faces) => (overlay ? withOverlay : bare);
      const drawn = faces.get(hash);
      if (drawn !== undefined) return { value: pick(drawn), cached: true };
      const bytes = await bytesOf(hash, deadline);
      if (bytes === null || !hasLegalSize(bytes.value, "skin")) return null;
      // A load has drawn them already; what was kept from before has to be decoded once.
      const both = faces.get(hash) ?? (await drawFaces(hash, bytes.value));
      return { value: pick(both), cached: bytes.cached };
    },
  };
}

function facesOf(skin: Pixels): Faces {
  return { bare: faceOf(skin, { overlay: false }), withOverlay: faceOf(skin) };
}

/** Checks that bytes are a texture of either kind; gives the pixels of a skin. */
async function decodeAny(bytes: Uint8Array): Promise<Pixels | null> {
  try {
    return await decodeTexture(bytes, "skin");
  } catch (error) {
    if (!(error instanceof TextureError)) throw error;
  }
  try {
    await decodeTexture(bytes, "cape");
    return null;
  } catch (error) {
    throw asFailure(error);
  }
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof TextureError)) return error;
  const call = { provider: "mojang-textures", operation: "texture" };
  return new UpstreamFailure("bad-response", call, `no texture (${error.reason})`, {
    cause: error,
  });
}
