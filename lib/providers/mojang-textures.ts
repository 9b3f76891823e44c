import type { TextureHash } from "../contract/identifiers.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { readTexture } from "./session-profile.ts";
import type { Upstream } from "./upstream/request.ts";

export type MojangTextures = ReturnType<typeof createMojangTextures>;

export const mojangTextures: ProviderDefinition<MojangTextures> = {
  name: "mojang-textures",
  /** No limit is known. Ours: 240 in 10 s at first, 1,040 at most. */
  allowance: { rate: 20, floor: 1, ceiling: 100, burst: 40 },
  create: ({ upstream, configuration }) =>
    createMojangTextures(upstream, configuration.MOJANG_TEXTURES_URL),
};

/** textures.minecraft.net: the bytes of a texture by its hash. */
export function createMojangTextures(upstream: Upstream, baseUrl: string) {
  return {
    /** The bytes of a texture, at most 256 KiB that begin like a PNG; null for an unknown hash. */
    textureOf(hash: TextureHash, deadline: Deadline): Promise<Uint8Array | null> {
      return upstream({
        provider: "mojang-textures",
        operation: "texture",
        url: `${baseUrl}/texture/${hash}`,
        expects: "png",
        alsoReads: [404],
        deadline,
        read: readTexture,
      });
    },
  };
}
