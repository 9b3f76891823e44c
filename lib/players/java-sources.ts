import { isJavaName, type JavaUuid, type ServiceName } from "../contract/identifiers.ts";
import type { JavaAccount } from "../providers/accounts.ts";
import { askInOrder, SHARES, type Deadline } from "../providers/deadline.ts";
import { isWhole, type JavaSession } from "../providers/game-api.ts";
import { MODERN_NAME } from "../providers/mojang.ts";
import type { Providers } from "../providers/providers.ts";
import type { SkinSource } from "../providers/skin-source.ts";
import { orUnknown, type Unusable } from "./records.ts";
import type { TextureLibrary } from "./texture-library.ts";

/** A player and what it wears, which is nothing in place of what cannot be used. */
export type SeenPlayer = JavaSession & { unusable?: Unusable };

/** Where Java players have accounts: the game's own services, or a skin service. */
export interface JavaSource {
  /** As profiles name it; undefined for the game's own. */
  name: string | undefined;
  accountByName(name: ServiceName, deadline: Deadline): Promise<JavaAccount | null>;
  /** `signed`: with the signed textures as they were sent. */
  sessionOf(
    uuid: JavaUuid,
    deadline: Deadline,
    options: { signed: boolean },
  ): Promise<SeenPlayer | null>;
}

/** The sources of Java players, in their order, and the skin services among them. */
export function createJavaSources(
  { javaNames, session, skinSources }: Pick<Providers, "javaNames" | "session" | "skinSources">,
  library: TextureLibrary,
) {
  const game: JavaSource = {
    name: undefined,
    async accountByName(name, deadline) {
      // No account of the game has another name, and a bulk call with one would fail for all.
      if (!isJavaName(name)) return null;
      const found = await askInOrder(javaNames, (one, until) => one.accountByName(name, until), {
        deadline,
        share: SHARES.javaNames,
        // Of other names, an authority may not know those that cannot be created any more.
        isAuthority: ({ authority }) => authority && MODERN_NAME.test(name),
      });
      return found?.value ?? null;
    },
    sessionOf: session.sessionOf,
  };
  const before = skinSources.before.map((service) => skinService(service, library));
  const after = skinSources.after.map((service) => skinService(service, library));
  return { game, services: [...before, ...after], all: [...before, game, ...after] };
}

/**
 * Asks sources in order; the first that knows the player decides. A source that fails is left out, except for
 * two: behind the game's own services another player may have the same name, and so may one before the source
 * that had the player until now.
 * @param known The source that had the player until now.
 * @throws UpstreamFailure
 */
export async function findInOrder<Value>(
  sources: readonly JavaSource[],
  ask: (source: JavaSource, deadline: Deadline) => Promise<Value | null>,
  deadline: Deadline,
  known: string | undefined,
) {
  // No skin services, and the game knows no offline UUIDs.
  if (sources.length === 0) return null;
  const isRequired = ({ name }: JavaSource) => name === undefined || name === known;
  return askInOrder(sources, ask, { deadline, share: SHARES.javaSources, isRequired });
}

/** A skin service; its textures go to the library, which names them by what is in them. */
function skinService(service: SkinSource, library: TextureLibrary): JavaSource {
  return {
    name: service.name,
    accountByName: service.accountByName,
    async sessionOf(uuid, deadline, options) {
      const profile = await service.profileOf(uuid, deadline, options);
      if (profile === null) return null;
      const { textures: sent, property, ...account } = profile;
      if (sent === null) return { ...account, textures: null };
      const unusable: Unusable = {};
      /** Undefined for a texture that cannot be read, null for one that cannot be used. */
      const textureOf = async (kind: "skin" | "cape") => {
        const texture = sent[kind];
        if (!texture || "hash" in texture) return texture;
        const found = await orUnknown(library.fetchByUrl(service, texture.url, kind, deadline));
        if (!found || "hash" in found) return found ?? undefined;
        unusable[kind] = found.fault;
        return null;
      };
      const [skin, cape] = await Promise.all([textureOf("skin"), textureOf("cape")]);
      const { model = "classic" } = sent.skin ?? {};
      const textures = { skin: skin && { ...skin, model }, cape };
      return {
        ...account,
        textures,
        ...(Object.keys(unusable).length > 0 && { unusable }),
        ...(property && isWhole(textures) && { property }),
      };
    },
  };
}
