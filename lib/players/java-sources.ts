import type { JavaName, JavaUuid, TextureHash } from "../contract/identifiers.ts";
import type { Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { JavaAccount } from "../providers/mojang-names.ts";
import type { JavaSession } from "../providers/mojang-session.ts";
import type { OptiFine } from "../providers/optifine.ts";
import type { SkinSource, SourceTexture } from "../providers/skin-source.ts";
import type { TextureLibrary } from "./texture-library.ts";

/** Where Java players have accounts: the game's own services, or a skin service. */
export interface JavaSource {
  /** As profiles name it; undefined for the game's own. */
  name: string | undefined;
  accountByName(name: JavaName, deadline: Deadline): Promise<JavaAccount | null>;
  /** `signed`: with the signed textures as they were sent. */
  sessionOf(
    uuid: JavaUuid,
    deadline: Deadline,
    options: { signed: boolean },
  ): Promise<JavaSession | null>;
}

/** The source that knows a player, and those before it that failed. */
export interface Found<Value> {
  value: Value;
  source: JavaSource;
  silent: string[];
}

/** A third party that has capes for players of the game. */
export interface CapeSource {
  name: string;
  /** Null where there is none. */
  capeOf(name: JavaName, deadline: Deadline): Promise<TextureHash | null>;
}

/** A slow source leaves most of the time to those after it. */
const SHARE = 1 / 3;
/** A cape is worth less waiting than a player. */
const CAPE_SHARE = 1 / 4;

/**
 * Tries sources in order; the first that knows the player decides. Null when all of them say that there
 * is none. A source that fails is left out, except for two: behind the game's own services another
 * player may have the same name, and so may one before the source that had the player until now.
 * @param until The source that had the player until now.
 * @throws UpstreamFailure
 */
export async function requestInOrder<Value>(
  sources: readonly JavaSource[],
  request: (source: JavaSource, deadline: Deadline) => Promise<Value | null>,
  deadline: Deadline,
  until: string | undefined,
): Promise<Found<Value> | null> {
  const silent: string[] = [];
  let failure: UpstreamFailure | undefined;
  for (const source of sources) {
    const isLast = source === sources.at(-1);
    try {
      const value = await request(source, isLast ? deadline : deadline.share(SHARE));
      if (value !== null) return { value, source, silent };
    } catch (error) {
      const { name } = source;
      if (!(error instanceof UpstreamFailure) || name === undefined || name === until) throw error;
      failure ??= error;
      silent.push(name);
    }
  }
  if (failure !== undefined) throw failure;
  return null;
}

/** A skin service; its textures go to the library, which names them by what is in them. */
export function javaSourceOf(service: SkinSource, library: TextureLibrary): JavaSource {
  const hashOf = async (
    texture: SourceTexture | null,
    kind: "skin" | "cape",
    deadline: Deadline,
  ) => {
    if (texture === null || "hash" in texture) return texture?.hash ?? null;
    const hash = await library.adopt(service, texture.url, kind, deadline);
    if (hash !== null) return hash;
    const call = { provider: service.name, operation: "texture" };
    throw new UpstreamFailure("bad-response", call, "does not have a player's texture");
  };

  return {
    name: service.name,
    accountByName: service.accountByName,
    async sessionOf(uuid, deadline, options) {
      const profile = await service.profileOf(uuid, deadline, options);
      if (profile === null) return null;
      const { textures, property, ...account } = profile;
      if (textures === null) return { ...account, textures };
      try {
        const [skin, cape] = await Promise.all([
          hashOf(textures.skin, "skin", deadline),
          hashOf(textures.cape, "cape", deadline),
        ]);
        return {
          ...account,
          textures: {
            skin: skin && textures.skin && { hash: skin, model: textures.skin.model },
            cape: cape && { hash: cape },
          },
          ...(property && { property }),
        };
      } catch (error) {
        if (error instanceof UpstreamFailure) return { ...account, textures: null };
        throw error;
      }
    },
  };
}

/** OptiFine's capes. No profile waits for its budget. */
export function capeSourceOf(optiFine: OptiFine, library: TextureLibrary): CapeSource {
  return {
    name: optiFine.name,
    capeOf(name, deadline) {
      const briefly = deadline.share(CAPE_SHARE).until(AbortSignal.abort());
      return library.adopt(optiFine, optiFine.capeUrl(name), "cape", briefly);
    },
  };
}
