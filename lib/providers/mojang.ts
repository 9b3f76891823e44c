import { z } from "zod";
import type { Configuration } from "../configuration/configuration.ts";
import {
  isJavaName,
  nameKey,
  type JavaName,
  type JavaUuid,
  type ServiceName,
  type TextureHash,
} from "../contract/identifiers.ts";
import { accountOfUuid, javaAccount, type JavaAccount } from "./accounts.ts";
import { readList } from "./bulk-list.ts";
import { createCoalescer, type BulkHost, type ReadKey } from "./coalescer.ts";
import { askInOrder, SHARES } from "./deadline.ts";
import {
  hashIn,
  nameRequest,
  profileRequest,
  sessionOf,
  textureRequest,
  TEXTURES_HOST,
} from "./game-api.ts";
import {
  defineProvider,
  type Deadline,
  type ProviderAllowance,
  type UpstreamResponse,
} from "./provider.ts";

/** Names that can be created today; older accounts may hold others, which some calls refuse. */
const MODERN_NAME = /^[A-Za-z0-9_]{3,16}$/;
/** The most names one bulk call may carry. */
const BULK_NAMES = 10;

type NameHost = BulkHost<JavaName, JavaAccount>;

/** A host of Mojang's name service, the authority for Java names. */
const nameHost = (
  name: string,
  allowance: ProviderAllowance,
  urlsOf: (configuration: Configuration) => [single: string, bulk: string],
) =>
  defineProvider({
    name,
    allowance,
    operations: ["name"],
    create({ upstream, configuration, capacity, clock }): NameHost {
      const [nameUrl, url] = urlsOf(configuration);
      return {
        upstream,
        capacity,
        clock,
        call: { provider: name, operation: "name" },
        single: (javaName) => nameRequest(nameUrl, javaName),
        bulk(names) {
          const keys = new Set(names.map(nameKey));
          const read = (response: UpstreamResponse) => readBulk(keys, response);
          const about = [...keys].toSorted().join(" ");
          return { url, about, method: "POST", body: [...keys], read };
        },
      };
    },
  });

/*
 * Known limits for each address, and it is unknown whether both hosts count together: 600 in
 * 10 min (the old wiki.vg), about 200 in 2 min (minecraft.wiki), about 50 in 8 s (found by
 * experiment). Ours for both hosts together: 510, 126 and 36.
 */

/** A full bucket, a restart that loses it, and another full one would be too many within 8 s. */
const FRESH = 1 / 3;

/** api.minecraftservices.com. */
export const minecraftServices = nameHost(
  "minecraftservices",
  { rate: 0.5, burst: 20, fresh: FRESH },
  ({ MOJANG_API_URL: url }) => [
    `${url}/minecraft/profile/lookup/name/`,
    `${url}/minecraft/profile/lookup/bulk/byname`,
  ],
);

/** api.mojang.com, an equal peer of the other host: the newest game uses this one. */
export const mojangLegacy = nameHost(
  "mojang-legacy",
  { rate: 0.3, burst: 10, fresh: FRESH },
  ({ MOJANG_LEGACY_API_URL: url }) => [
    `${url}/users/profiles/minecraft/`,
    `${url}/profiles/minecraft`,
  ],
);

/**
 * The hosts of Mojang's name service as one. Names that wait for a token leave together in a bulk call,
 * to the host that has one first. One that the service calls invalid would fail the whole call, and goes alone.
 */
export function createJavaNames(...hosts: [NameHost, ...NameHost[]]) {
  const isAlone = (name: JavaName) => !MODERN_NAME.test(name);
  return {
    /** The account that holds a name now, or null. */
    accountByName: createCoalescer(hosts, { most: BULK_NAMES, isAlone }),
  };
}

/** The accounts of the game: by a name, of which these sources are asked in their order, and by a UUID. */
export function createGame(
  names: readonly (ReturnType<typeof createJavaNames> & { authority: boolean })[],
  { sessionOf }: ReturnType<typeof mojangSession.create>,
) {
  return {
    async accountByName(name: ServiceName, deadline: Deadline): Promise<JavaAccount | null> {
      // No account of the game has another name, and a bulk call with one would fail for all.
      if (!isJavaName(name)) return null;
      const found = await askInOrder(
        names,
        (source, sourceDeadline) => source.accountByName(name, sourceDeadline),
        {
          deadline,
          share: SHARES.javaNames,
          // An authority may not know other names, which cannot be created any more.
          isAuthority: ({ authority }) => authority && MODERN_NAME.test(name),
        },
      );
      return found?.value ?? null;
    },
    sessionOf,
  };
}

/** Reads a bulk response, which leaves out names without an account. */
function readBulk(
  keys: ReadonlySet<string>,
  response: UpstreamResponse,
): ReadKey<JavaName, JavaAccount> {
  const accountOf = readList(response, response.json(z.array(z.unknown())), {
    account: javaAccount,
    keyOf: ({ name }) => nameKey(name),
    keys,
  });
  return (name) => accountOf(nameKey(name)) ?? null;
}

/** sessionserver.mojang.com: the profile and the textures of a UUID. */
export const mojangSession = defineProvider({
  name: "mojang-session",
  /**
   * About 400 in 10 s (minecraft.wiki); while Mojang defended itself in 2020 and 2022, refusals
   * began above about 10 a second (crafatar issue 260). Ours: 70 in 10 s at first, 320 at most.
   */
  allowance: { rate: 5, floor: 0.5, ceiling: 30, burst: 20 },
  operations: ["profile"],
  create({ upstream, configuration }) {
    const textureHosts = new Set([TEXTURES_HOST, new URL(configuration.MOJANG_TEXTURES_URL).host]);
    const source = {
      baseUrl: configuration.MOJANG_SESSION_URL,
      session: sessionOf(accountOfUuid),
      textureAt: (url: string) => hashIn(url, textureHosts),
    };
    return {
      /** The profile of a UUID, or null when no account has it. */
      sessionOf: (uuid: JavaUuid, deadline: Deadline, options?: { signed?: boolean }) =>
        upstream({ operation: "profile", deadline, ...profileRequest(source, uuid, options) }),
    };
  },
});

/** textures.minecraft.net: the bytes of a texture by its hash. */
export const mojangTextures = defineProvider({
  name: "mojang-textures",
  /** No limit is known. Ours: 240 in 10 s at first, 1,040 at most. */
  allowance: { rate: 20, floor: 1, ceiling: 100, burst: 40 },
  operations: ["texture"],
  create({ upstream, configuration }) {
    return {
      /**
       * A texture, at most 256 KiB that begin like a PNG; null for an unknown hash.
       * @param isGuess No profile names it.
       */
      textureOf: (hash: TextureHash, deadline: Deadline, isGuess = false) =>
        upstream({
          operation: "texture",
          deadline,
          ...textureRequest(`${configuration.MOJANG_TEXTURES_URL}/texture/${hash}`),
          isGuess,
        }),
    };
  },
});
