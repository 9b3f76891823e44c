import { LRUCache } from "lru-cache";
import type { Cache } from "../cache/cache.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import { startDeadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { MojangTextures } from "../providers/mojang-textures.ts";
import { decodeTexture, hasLegalSize, TextureError, type Pixels } from "../textures/decode.ts";
import { faceOf, type Face } from "../textures/face.ts";

/** Both faces of a skin, drawn once. */
interface Faces {
  bare: Face;
  withOverlay: Face;
}

const TEXTURE_MS = 4_000;
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

  const load = async (hash: TextureHash) => {
    const bytes = await textures.textureOf(hash, startDeadline(TEXTURE_MS));
    if (bytes === null) return null;
    const skin = await decodeAny(bytes);
    if (skin !== null) faces.set(hash, facesOf(skin));
    return { value: Buffer.from(bytes).toString("base64") };
  };

  const bytesOf = async (hash: TextureHash): Promise<Uint8Array | null> => {
    const { value } = await cache.get(hash, () => load(hash));
    return value === null ? null : Buffer.from(value, "base64");
  };

  return {
    /**
     * The bytes of a texture, known to be a PNG of a legal size; null for an unknown hash.
     * @throws UpstreamFailure
     */
    bytesOf,

    /** The bytes when they are a texture of this kind; null when unknown or of another shape. */
    async textureOf(hash: TextureHash, kind: "skin" | "cape"): Promise<Uint8Array | null> {
      const bytes = await bytesOf(hash);
      return bytes !== null && hasLegalSize(bytes, kind) ? bytes : null;
    },

    /** The face of a skin, or null when the hash is unknown or no skin. */
    async faceOf(hash: TextureHash, overlay: boolean): Promise<Face | null> {
      let both = faces.get(hash);
      if (both === undefined) {
        const bytes = await bytesOf(hash);
        both = faces.get(hash);
        if (both === undefined) {
          if (bytes === null || !hasLegalSize(bytes, "skin")) return null;
          both = facesOf(await decodeTexture(bytes, "skin"));
          faces.set(hash, both);
        }
      }
      return overlay ? both.withOverlay : both.bare;
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
  } catch (cause) {
    if (!(cause instanceof TextureError)) throw cause;
    const call = { provider: "mojang-textures", operation: "texture" };
    throw new UpstreamFailure("bad-response", call, `sent no texture (${cause.reason})`, { cause });
  }
}
