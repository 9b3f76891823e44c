import { domainToASCII } from "node:url";
import { z } from "zod";
import {
  nameKey,
  type JavaUuid,
  type ServiceName,
  type TextureHash,
} from "../contract/identifiers.ts";
import { HD_LIMITS } from "../textures/codec.ts";
import { anyAccount, isSameName, type JavaAccount } from "./accounts.ts";
import { UpstreamFailure } from "./failure.ts";
import {
  GAME_HOSTS,
  hashIn,
  invalidName,
  lenientSessionOf,
  nameRequest,
  nameService,
  parseTextureUrl,
  profileRequest,
  textureRequest,
} from "./game-api.ts";
import {
  defineProvider,
  type Deadline,
  type NoneForms,
  type Upstream,
  type UpstreamRequest,
} from "./provider.ts";
import { createStreak } from "./upstream/breaker.ts";

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

const anySession = lenientSessionOf(anyAccount);
/** The longest name that it takes, drasl 16 letters. */
const LONGEST_NAME = "[1-9][0-9]{0,2}";
const NAME_SERVICE = nameService(anyAccount, LONGEST_NAME);
/** drasl's second complaint about the only name of a list has the index of another. */
const INVALID_NAME = invalidName(
  String.raw`getProfileName\.profileNames\[[0-9]\]\.<list element>`,
  LONGEST_NAME,
);

/** Statuses of a root that is no metadata: nothing there, or a website. */
const NO_METADATA: NoneForms = Object.fromEntries(
  [303, 404, 405].map((status) => [status, () => true]),
);
const REDIRECTS = [301, 302, 307, 308];

/** The API at a root. */
interface Api {
  sessionUrl: string;
  /** Null for a name that its URL cannot express. */
  nameRequest(name: ServiceName): UpstreamRequest<JavaAccount> | null;
  /** Other hosts whose textures it may show; with a dot in front, all hosts below one. */
  skinDomains: readonly string[];
}

export type SkinSource = ReturnType<typeof createSkinSource>;

/** The provider at an API root of `SKIN_SOURCES`, which may end in a slash. */
export function skinSourceAt(root: string) {
  // Names of buckets have no colons.
  const name = `skins-${new URL(root).host.replaceAll(/[^\w.-]/g, "-")}`;
  return defineProvider({
    name,
    /** Nothing is known of its limits. Ours: 70 in 10 s at first, 320 at most. */
    allowance: { rate: 5, floor: 0.5, ceiling: 30, burst: 20 },
    operations: ["metadata", "name", "profile", "texture"],
    create({ upstream }) {
      // A public service leads to no other network, whatever its name resolves to and whatever it names.
      const onlyPublic = !isLocalRoot(root);
      const guarded: Upstream = (call) => upstream({ ...call, onlyPublic });
      return createSkinSource(guarded, root, name);
    },
  });
}

/** A skin service that responds like authlib-injector's specification or like the game's own API. */
function createSkinSource(upstream: Upstream, root: string, provider: string) {
  const { host } = new URL(root);
  const allowedUrl = createTextureHosts(root);
  const baseUrl = root.replace(/\/+$/, "");
  let discovery: Promise<Api> | undefined;
  /** A response fitted the API that was found; and the identifiers whose responses have not since. */
  let fits = false;
  const doubts = createStreak();

  /** The metadata at a URL, or where it is instead: some servers redirect to the URL with or without slash. */
  const metadataAt = (url: string, deadline: Deadline) =>
    upstream({
      operation: "metadata",
      deadline,
      url,
      about: null,
      none: NO_METADATA,
      alsoReads: REDIRECTS,
      // Anything else is no metadata either.
      read: (response) =>
        response.status === 200
          ? response.maybeJson(metadataSchema)
          : otherSlash(url, response.location),
    });

  /** The metadata at the root says which of the two it is; it is requested once. */
  const discover = async (deadline: Deadline): Promise<Api> => {
    try {
      const first = await metadataAt(root, deadline);
      const found = typeof first === "string" ? await metadataAt(first, deadline) : first;
      if (found === null || typeof found === "string") return gameApi(baseUrl);
      return injectorApi(baseUrl, found.skinDomains ?? []);
    } catch (error) {
      if (isBadResponse(error)) return gameApi(baseUrl);
      discovery = undefined;
      throw error;
    }
  };
  const apiOf = (deadline: Deadline) => (discovery ??= discover(deadline));

  const request = async <Value>(deadline: Deadline, send: (api: Api) => Promise<Value>) => {
    const api = await apiOf(deadline);
    try {
      const value = await send(api);
      fits = true;
      doubts.clear();
      return value;
    } catch (error) {
      // If several responses do not fit the API that was found, the service may have the other one by now.
      if (isBadResponse(error) && (doubts.add(error.about) || !fits)) {
        discovery = undefined;
        fits = false;
        doubts.clear();
      }
      throw error;
    }
  };

  return {
    /** As profiles name it. */
    name: host,

    /** The account that holds a name here, or null. */
    accountByName: (name: ServiceName, deadline: Deadline) =>
      request(deadline, async (api) => {
        const named = api.nameRequest(name);
        return named && upstream({ operation: "name", deadline, ...named });
      }),

    /** The player with a UUID, or null. */
    profileOf: (uuid: JavaUuid, deadline: Deadline, options?: { signed?: boolean }) =>
      request(deadline, (api) => {
        const source = {
          baseUrl: api.sessionUrl,
          session: anySession,
          textureAt(url: string): SourceTexture | null {
            const allowed = allowedUrl(url, api.skinDomains);
            return hashIn(url, GAME_HOSTS) ?? (allowed === null ? null : { url: allowed });
          },
          // drasl's fallback players have the property of their account of the game.
          forwards: true,
          // The operator trusts it.
          emptyIsNone: true,
        };
        const sent = profileRequest(source, uuid, options);
        return upstream({ operation: "profile", deadline, ...sent });
      }),

    /** A texture that a profile named; null when it is not there. */
    async textureAt(text: string, deadline: Deadline) {
      const { skinDomains } = await apiOf(deadline);
      const url = allowedUrl(text, skinDomains);
      if (url === null) {
        const call = { provider, operation: "texture" };
        throw new UpstreamFailure("bad-response", call, "its texture is on a foreign host");
      }
      const sent = textureRequest(url, HD_LIMITS);
      return upstream({ operation: "texture", deadline, ...sent });
    },
  };
}

/** The API that authlib-injector specifies. */
function injectorApi(root: string, skinDomains: readonly string[]): Api {
  return {
    sessionUrl: `${root}/sessionserver`,
    skinDomains,
    nameRequest: (name) => ({
      url: `${root}/api/profiles/minecraft`,
      about: nameKey(name),
      method: "POST",
      body: [name],
      none: { 400: INVALID_NAME },
      read: (response) =>
        response.json(z.array(anyAccount).max(1), (all) =>
          all.every((account) => isSameName(account.name, name)),
        )[0] ?? null,
    }),
  };
}

/** The game's own API, all of it at one root. */
function gameApi(root: string): Api {
  return {
    sessionUrl: root,
    skinDomains: [],
    // No path has "." or ".." as a part, in whatever encoding.
    nameRequest: (name) =>
      /^\.{1,2}$/.test(name)
        ? null
        : nameRequest(`${root}/users/profiles/minecraft/`, name, NAME_SERVICE),
  };
}

/** The URL a redirect leads to, if it differs by the slash at the end of its path and nothing else. */
function otherSlash(from: string, location: string | undefined): string | null {
  if (location === undefined || !URL.canParse(location, from)) return null;
  const [url, to] = [new URL(from), new URL(location, from)];
  const target = to.href;
  const bare = ({ pathname }: URL) => pathname.replace(/\/$/, "");
  if (to.pathname === url.pathname || bare(to) !== bare(url)) return null;
  to.pathname = url.pathname;
  return to.href === url.href ? target : null;
}

function isBadResponse(error: unknown): error is UpstreamFailure {
  return error instanceof UpstreamFailure && error.kind === "bad-response";
}

/** Hosts of a local network: an address, a name without a dot, or one that no public DNS has. */
const LOCAL = /^\[|^[\d.]+$|^[^.]+$|\.(?:localhost|local|internal)$/;
/** The ports of `http` and `https`; a URL has none where it is the default of its scheme. */
const WEB_PORTS = ["", "80", "443"];

/** True if the operator wrote the root of a skin service as one of the local network. */
function isLocalRoot(root: string): boolean {
  return LOCAL.test(withoutDots(new URL(root)).hostname);
}

/**
 * Gives the URL of a texture that a skin service names; null where it may not have one. It may have them
 * at its own host, and at hosts that its metadata allows, on the ports of the web or of its root.
 */
export function createTextureHosts(root: string) {
  const rootUrl = withoutDots(new URL(root));
  const ports = new Set([...WEB_PORTS, rootUrl.port]);

  return (text: string, domains: readonly string[]): string | null => {
    const parsed = parseTextureUrl(text);
    if (parsed === null) return null;
    const url = withoutDots(parsed);
    if (url.host === rootUrl.host) return url.href;
    const isNamed = ports.has(url.port) && domains.some((domain) => covers(domain, url.hostname));
    return isNamed ? url.href : null;
  };
}

/** True if a domain of the metadata is the host or, with a dot in front, above it. */
function covers(domain: string, host: string): boolean {
  const isAbove = domain.startsWith(".");
  // As URLs have them: in lower case, in ASCII, without the dot of the root.
  const name = domainToASCII(isAbove ? domain.slice(1) : domain).replace(/\.+$/, "");
  if (name === "") return false;
  return isAbove ? host.endsWith(`.${name}`) : host === name;
}

/** The same URL without dots at the end of its host, which mean nothing. */
function withoutDots(url: URL): URL {
  const plain = new URL(url);
  plain.hostname = url.hostname.replace(/\.+$/, "");
  return plain;
}
