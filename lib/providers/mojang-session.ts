import type { JavaUuid, TextureHash } from "../contract/identifiers.ts";
import type { SkinModel } from "../contract/profile.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import type { JavaAccount } from "./mojang-names.ts";
import {
  readSession,
  readTextureUrls,
  sessionStatuses,
  textureHashOf,
  TEXTURES_HOST,
  texturesProperty,
  type TexturesProperty,
} from "./session-profile.ts";
import type { Upstream } from "./upstream/request.ts";

/** The textures a Java account wears; null where it wears none of its own. */
export interface JavaTextures {
  skin: { hash: TextureHash; model: SkinModel } | null;
  /** `source` is where it comes from, if not from where the account is. */
  cape: { hash: TextureHash; source?: string } | null;
}

/** A Java account with its textures; `textures` is null when they came unreadable. */
export interface JavaSession extends JavaAccount {
  textures: JavaTextures | null;
  /** Where a signature was requested and the textures are readable. */
  property?: TexturesProperty;
}

export type MojangSession = ReturnType<typeof createMojangSession>;

export const mojangSession: ProviderDefinition<MojangSession> = {
  name: "mojang-session",
  /**
   * About 400 in 10 s (minecraft.wiki); while Mojang defended itself in 2020 and 2022, refusals
   * began above about 10 a second (crafatar issue 260). Ours: 70 in 10 s at first, 320 at most.
   */
  allowance: { rate: 5, floor: 0.5, ceiling: 30, burst: 20 },
  create: ({ upstream, configuration: { MOJANG_SESSION_URL, MOJANG_TEXTURES_URL } }) =>
    createMojangSession(
      upstream,
      MOJANG_SESSION_URL,
      new Set([TEXTURES_HOST, new URL(MOJANG_TEXTURES_URL).host]),
    ),
};

/** sessionserver.mojang.com: the profile and the textures of a UUID. */
export function createMojangSession(
  upstream: Upstream,
  baseUrl: string,
  textureHosts: ReadonlySet<string>,
) {
  const call = { provider: "mojang-session", operation: "profile" };
  return {
    /** The profile of a UUID, or null when no account has it. */
    sessionOf(
      uuid: JavaUuid,
      deadline: Deadline,
      { signed = false }: { signed?: boolean } = {},
    ): Promise<JavaSession | null> {
      return upstream({
        ...call,
        url: `${baseUrl}/session/minecraft/profile/${uuid}${signed ? "?unsigned=false" : ""}`,
        expects: "json",
        alsoReads: sessionStatuses,
        deadline,
        read(response) {
          const session = readSession(call, uuid, response);
          if (session === null) return null;
          const { property, ...account } = session;
          const textures = readTexturesProperty(property?.value, uuid, textureHosts);
          if (!signed || property === undefined || textures === null) {
            return { ...account, textures };
          }
          return { ...account, textures, property: texturesProperty(property) };
        },
      });
    },
  };
}

/**
 * Reads the `textures` property of a session profile. Null when it is unreadable, also when it names a
 * texture on a host that is not the textures host.
 */
export function readTexturesProperty(
  value: unknown,
  uuid: JavaUuid,
  hosts: ReadonlySet<string>,
): JavaTextures | null {
  const urls = readTextureUrls(value, uuid);
  if (urls === null) return null;
  const skin = urls.skin && textureHashOf(urls.skin.url, hosts);
  const cape = urls.cape && textureHashOf(urls.cape.url, hosts);
  if ((urls.skin && skin === null) || (urls.cape && cape === null)) return null;
  return {
    skin: urls.skin && skin && { hash: skin, model: urls.skin.model },
    cape: cape && { hash: cape },
  };
}
