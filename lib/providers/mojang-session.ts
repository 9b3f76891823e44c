import type { JavaUuid, TextureHash } from "../contract/identifiers.ts";
import { javaAccount } from "./accounts.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition, ProviderParts } from "./definition.ts";
import { profileRequest, sessionOf } from "./game-api.ts";
import { hashIn, textureRequest, TEXTURES_HOST } from "./textures.ts";

export const mojangSession: ProviderDefinition<ReturnType<typeof createMojangSession>> = {
  name: "mojang-session",
  /**
   * About 400 in 10 s (minecraft.wiki); while Mojang defended itself in 2020 and 2022, refusals
   * began above about 10 a second (crafatar issue 260). Ours: 70 in 10 s at first, 320 at most.
   */
  allowance: { rate: 5, floor: 0.5, ceiling: 30, burst: 20 },
  create: createMojangSession,
};

/** sessionserver.mojang.com: the profile and the textures of a UUID. */
function createMojangSession({ upstream, configuration }: ProviderParts) {
  const textureHosts = new Set([TEXTURES_HOST, new URL(configuration.MOJANG_TEXTURES_URL).host]);
  const source = {
    baseUrl: configuration.MOJANG_SESSION_URL,
    session: sessionOf(javaAccount),
    textureAt: (url: string) => hashIn(url, textureHosts),
  };
  return {
    /** The profile of a UUID, or null when no account has it. */
    sessionOf: (uuid: JavaUuid, deadline: Deadline, options?: { signed?: boolean }) =>
      upstream({ operation: "profile", deadline, ...profileRequest(source, uuid, options) }),
  };
}

export const mojangTextures: ProviderDefinition<ReturnType<typeof createMojangTextures>> = {
  name: "mojang-textures",
  /** No limit is known. Ours: 240 in 10 s at first, 1,040 at most. */
  allowance: { rate: 20, floor: 1, ceiling: 100, burst: 40 },
  create: createMojangTextures,
};

/** textures.minecraft.net: the bytes of a texture by its hash. */
function createMojangTextures({ upstream, configuration }: ProviderParts) {
  return {
    /** The bytes of a texture, at most 256 KiB that begin like a PNG; null for an unknown hash. */
    textureOf: (hash: TextureHash, deadline: Deadline) =>
      upstream({
        operation: "texture",
        deadline,
        ...textureRequest(`${configuration.MOJANG_TEXTURES_URL}/texture/${hash}`),
      }),
  };
}
