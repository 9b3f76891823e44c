import { z } from "zod";
import {
  parseAnyUuid,
  type JavaName,
  type JavaUuid,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { UpstreamFailure } from "./failure.ts";
import {
  accountSchema,
  checkName,
  nameStatuses,
  readAccount,
  toAccount,
  type JavaAccount,
} from "./mojang-names.ts";
import {
  hashIn,
  parseTextureUrl,
  readTexture,
  requestProfile,
  TEXTURES_HOST,
  type Profile,
} from "./session-profile.ts";
import type { Upstream, UpstreamRequest } from "./upstream/request.ts";

/** A texture of the game by its hash, or one of the source by its URL. */
export type SourceTexture = { hash: TextureHash } | { url: string };

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
  nameRequest(name: JavaName): UpstreamRequest<JavaAccount>;
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

/** A skin service that responds like authlib-injector's specification or like the game's own API. */
export function createSkinSource(upstream: Upstream, root: string, provider: string) {
  const { host, hostname } = new URL(root);
  let discovery: Promise<Api> | undefined;

  /** The metadata at the root says which of the two it is; it is requested once. */
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
      // What does not respond like the API that was found may be the other one by now.
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

  /** Null where a texture is that this source may not show. */
  const textureAt = (text: string, api: Api): SourceTexture | null => {
    const known = hashIn(text, GAME_HOSTS);
    if (known !== null) return known;
    const url = parseTextureUrl(text);
    return url !== null && isAllowed(url, api) ? { url: url.href } : null;
  };

  return {
    /** As profiles name it. */
    name: host,

    /** The account that holds a name here, or null. */
    accountByName: (name: JavaName, deadline: Deadline): Promise<JavaAccount | null> =>
      request(deadline, (api) => {
        const call = { provider, operation: "name", expects: "json", deadline } as const;
        return upstream({ ...call, ...api.nameRequest(name) });
      }),

    /** The player with a UUID, or null. */
    profileOf: (
      uuid: JavaUuid,
      deadline: Deadline,
      { signed }: { signed?: boolean } = {},
    ): Promise<Profile<SourceTexture> | null> =>
      request(deadline, (api) => {
        const at = (url: string) => textureAt(url, api);
        const source = {
          provider,
          baseUrl: api.sessionUrl,
          parseUuid: parseAnyUuid,
          textureAt: at,
        };
        return requestProfile(upstream, source, uuid, deadline, signed);
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
        read: readTexture,
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
      read(response) {
        const [account, ...others] = response.json(z.array(accountSchema));
        if (account === undefined) return null;
        if (others.length > 0) throw response.failure("sent several accounts for one name");
        return checkName(response, name, toAccount(response, account, parseAnyUuid));
      },
    }),
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
      read: (response) => readAccount(name, response, parseAnyUuid),
    }),
  };
}

function isBadResponse(error: unknown): boolean {
  return error instanceof UpstreamFailure && error.kind === "bad-response";
}
