import { z } from "zod";
import {
  parseAnyUuid,
  type JavaName,
  type JavaUuid,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { SkinModel } from "../contract/profile.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { UpstreamFailure, type CallName } from "./failure.ts";
import {
  accountSchema,
  checkName,
  nameStatuses,
  readAccount,
  toAccount,
  type JavaAccount,
} from "./mojang-names.ts";
import {
  parseTextureUrl,
  readSession,
  readTextureUrls,
  sessionStatuses,
  textureHashOf,
  TEXTURES_HOST,
  texturesProperty,
  type TexturesProperty,
} from "./session-profile.ts";
import { readTexture } from "./texture-response.ts";
import type { Upstream, UpstreamRequest } from "./upstream/request.ts";
import type { UpstreamResponse } from "./upstream/response.ts";

/** A texture of the game by its hash, or one of the source by its URL. */
export type SourceTexture = { hash: TextureHash } | { url: string };

/** A player of a source; `textures` is null when they came unreadable. */
export interface SourceProfile extends JavaAccount {
  textures: {
    skin: (SourceTexture & { model: SkinModel }) | null;
    cape: SourceTexture | null;
  } | null;
  /** Where a signature was requested and the textures are readable. */
  property?: TexturesProperty;
}

/** The metadata at the root of an authlib-injector API. One of the three is always there. */
const metadataSchema = z
  .object({
    meta: z.looseObject({}).optional(),
    signaturePublickey: z.string().optional(),
    skinDomains: z.array(z.string()).optional(),
  })
  .refine((value) => Object.values(value).some((part) => part !== undefined));

/** Statuses of a root that is no metadata: nothing there, or a website. */
const NO_METADATA = [301, 302, 303, 307, 308, 404, 405] as const;
const GAME_HOSTS: ReadonlySet<string> = new Set([TEXTURES_HOST]);
/** Hosts of a local network: an address, a name without a dot, or one that no public DNS has. */
const LOCAL = /^\[|^[\d.]+$|^[^.]+$|\.(?:localhost|local|internal)$/;

/** What is at a root. */
interface Api {
  sessionUrl: string;
  nameRequest(name: JavaName): Omit<UpstreamRequest<JavaAccount>, "read">;
  readName(call: CallName, name: JavaName, response: UpstreamResponse): JavaAccount | null;
  /** Other hosts whose textures it may show; with a dot in front, all hosts below one. */
  skinDomains: readonly string[];
}

export type SkinSource = ReturnType<typeof createSkinSource>;

/** The provider at an API root of `SKIN_SOURCES`. */
export function skinSourceAt(root: string): ProviderDefinition<SkinSource> {
  // Names of buckets have no colons.
  const name = `skins-${new URL(root).host.replaceAll(/[^\w.-]/g, "-")}`;
  return {
    name,
    /** Whatever it carries. Ours: 70 in 10 s at first, 320 at most. */
    allowance: { rate: 5, floor: 0.5, ceiling: 30, burst: 20 },
    create: ({ upstream }) => createSkinSource(upstream, root, name),
  };
}

/** A skin service that answers like authlib-injector's specification or like the game's own API. */
export function createSkinSource(upstream: Upstream, root: string, provider: string) {
  const { host, hostname } = new URL(root);
  let discovery: Promise<Api> | undefined;

  /** The metadata at the root says which of the two it is; it is asked for once. */
  const discover = async (deadline: Deadline): Promise<Api> => {
    const metadata = await upstream({
      provider,
      operation: "metadata",
      url: `${root}/`,
      expects: "json",
      alsoReads: NO_METADATA,
      deadline,
      read: (response) => (response.status === 200 ? response.maybeJson(metadataSchema) : null),
    }).catch((error: unknown) => {
      if (isBadResponse(error)) return null;
      throw error;
    });
    return metadata === null ? gameApi(root) : injectorApi(root, metadata.skinDomains ?? []);
  };

  const apiOf = async (deadline: Deadline) => {
    discovery ??= discover(deadline);
    try {
      return await discovery;
    } catch (error) {
      discovery = undefined;
      throw error;
    }
  };

  const request = async <Value>(deadline: Deadline, send: (api: Api) => Promise<Value>) => {
    const api = await apiOf(deadline);
    try {
      return await send(api);
    } catch (error) {
      // What does not answer like the API that was found may be the other one by now.
      if (isBadResponse(error)) discovery = undefined;
      throw error;
    }
  };

  const isAllowed = (url: URL, { skinDomains }: Api) =>
    url.host === host ||
    // A source in public must not lead into this network.
    ((LOCAL.test(hostname) || !LOCAL.test(url.hostname)) &&
      skinDomains.some((domain) =>
        domain.startsWith(".") ? url.hostname.endsWith(domain) : url.hostname === domain,
      ));

  /** Undefined where a texture is that this source may not show. */
  const textureIn = (text: string, api: Api): SourceTexture | undefined => {
    const hash = textureHashOf(text, GAME_HOSTS);
    if (hash !== null) return { hash };
    const url = parseTextureUrl(text);
    return url !== null && isAllowed(url, api) ? { url: url.href } : undefined;
  };

  const texturesIn = (value: unknown, uuid: JavaUuid, api: Api): SourceProfile["textures"] => {
    const urls = readTextureUrls(value, uuid);
    if (urls === null) return null;
    const skin = urls.skin && textureIn(urls.skin.url, api);
    const cape = urls.cape && textureIn(urls.cape.url, api);
    if (skin === undefined || cape === undefined) return null;
    return { skin: skin && urls.skin && { ...skin, model: urls.skin.model }, cape };
  };

  return {
    /** As profiles name it. */
    name: host,

    /** The account that holds a name here, or null. */
    accountByName: (name: JavaName, deadline: Deadline): Promise<JavaAccount | null> =>
      request(deadline, (api) => {
        const call = { provider, operation: "name" };
        const read = (response: UpstreamResponse) => api.readName(call, name, response);
        return upstream({ ...call, expects: "json", deadline, ...api.nameRequest(name), read });
      }),

    /** The player with a UUID, or null. */
    profileOf: (
      uuid: JavaUuid,
      deadline: Deadline,
      { signed = false }: { signed?: boolean } = {},
    ): Promise<SourceProfile | null> =>
      request(deadline, (api) => {
        const call = { provider, operation: "profile" };
        return upstream({
          ...call,
          url: `${api.sessionUrl}/session/minecraft/profile/${uuid}${signed ? "?unsigned=false" : ""}`,
          expects: "json",
          alsoReads: sessionStatuses,
          deadline,
          read(response) {
            const session = readSession(call, uuid, response, parseAnyUuid);
            if (session === null) return null;
            const { property, ...account } = session;
            const textures = texturesIn(property?.value, uuid, api);
            if (!signed || property === undefined || textures === null) {
              return { ...account, textures };
            }
            return { ...account, textures, property: texturesProperty(property) };
          },
        });
      }),

    /** The bytes of a texture that a profile named; null when it is not there. */
    async textureAt(text: string, deadline: Deadline): Promise<Uint8Array | null> {
      const call = { provider, operation: "texture" };
      const url = parseTextureUrl(text);
      if (url === null || !isAllowed(url, await apiOf(deadline))) {
        throw new UpstreamFailure("bad-response", call, "its texture is on a foreign host");
      }
      return upstream({
        ...call,
        url: url.href,
        expects: "png",
        alsoReads: [404],
        deadline,
        read: (response) => readTexture(call, response),
      });
    },
  };
}

/** The API that authlib-injector specifies. */
function injectorApi(root: string, skinDomains: readonly string[]): Api {
  return {
    sessionUrl: `${root}/sessionserver`,
    skinDomains: skinDomains.map((domain) => domain.toLowerCase()),
    nameRequest: (name) => ({
      url: `${root}/api/profiles/minecraft`,
      method: "POST",
      body: [name],
    }),
    readName(call, name, response) {
      const [account, ...others] = response.json(z.array(accountSchema));
      if (account === undefined) return null;
      if (others.length === 0) return checkName(call, name, toAccount(call, account, parseAnyUuid));
      throw new UpstreamFailure("bad-response", call, "sent several accounts for one name");
    },
  };
}

/** The game's own API, all of it at one root. */
function gameApi(root: string): Api {
  return {
    sessionUrl: root,
    skinDomains: [],
    nameRequest: (name) => ({
      url: `${root}/users/profiles/minecraft/${encodeURIComponent(name)}`,
      alsoReads: nameStatuses,
    }),
    readName: (call, name, response) => readAccount(call, name, response, parseAnyUuid),
  };
}

function isBadResponse(error: unknown): boolean {
  return error instanceof UpstreamFailure && error.kind === "bad-response";
}
