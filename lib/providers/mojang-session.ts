import { parseJavaUuid, type JavaUuid, type TextureHash } from "../contract/identifiers.ts";
import type { SkinModel } from "../contract/profile.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { hashIn, requestProfile, TEXTURES_HOST, type Profile } from "./session-profile.ts";
import type { Upstream } from "./upstream/request.ts";

/** The textures a Java account wears; null where it wears none of its own. */
export interface JavaTextures {
  skin: { hash: TextureHash; model: SkinModel } | null;
  /** `source` is where it comes from, if not from where the account is. */
  cape: { hash: TextureHash; source?: string } | null;
}

/** A Java account with its textures. */
export interface JavaSession extends Omit<Profile<unknown>, "textures"> {
  textures: JavaTextures | null;
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
  const source = {
    provider: "mojang-session",
    baseUrl,
    parseUuid: parseJavaUuid,
    textureAt: (url: string) => hashIn(url, textureHosts),
  };
  return {
    /** The profile of a UUID, or null when no account has it. */
    sessionOf: (
      uuid: JavaUuid,
      deadline: Deadline,
      { signed }: { signed?: boolean } = {},
    ): Promise<JavaSession | null> => requestProfile(upstream, source, uuid, deadline, signed),
  };
}
