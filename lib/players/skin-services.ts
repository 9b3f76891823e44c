import type { JavaUuid, ServiceName } from "../contract/identifiers.ts";
import type { JavaAccount } from "../providers/accounts.ts";
import type { Deadline } from "../providers/deadline.ts";
import { isWhole, type JavaSession } from "../providers/game-api.ts";
import type { SkinSource } from "../providers/skin-source.ts";
import { orUnknown, type Unusable } from "./records.ts";
import type { TextureLibrary } from "./texture-library.ts";

/** A player and the textures that can be used. */
export type SeenPlayer = JavaSession & { unusable?: Unusable };

/** A source of Java accounts: the game's own services, or a skin service. */
export interface JavaSource {
  /** The name in profiles; undefined for the game's own services. */
  name: string | undefined;
  accountByName(name: ServiceName, deadline: Deadline): Promise<JavaAccount | null>;
  /** `signed`: with the signed textures as they were sent. */
  sessionOf(
    uuid: JavaUuid,
    deadline: Deadline,
    options: { signed: boolean },
  ): Promise<SeenPlayer | null>;
}

/** A skin service; its textures go to the library, which names them by what is in them. */
export function skinService(service: SkinSource, library: TextureLibrary): JavaSource {
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
