import { z } from "zod";
import { javaNameKey, type JavaName } from "../contract/identifiers.ts";
import type { Pace } from "../limits/budget.ts";
import { createCoalescer, requestOne, type BulkHost, type ReadKey } from "./coalescer.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { requestWithFailover } from "./failover.ts";
import {
  accountSchema,
  MODERN_NAME,
  nameStatuses,
  readAccount,
  toAccount,
  type JavaAccount,
} from "./mojang-names.ts";
import { UNLIMITED } from "./pace.ts";
import type { UpstreamResponse } from "./upstream/response.ts";
import type { Upstream } from "./upstream/request.ts";

/** The most names one bulk call may carry. */
const BULK_NAMES = 10;

/*
 * Known limits for each address, and it is unknown whether both hosts count together: 600 in
 * 10 min (the old wiki.vg), about 200 in 2 min (minecraft.wiki), about 50 in 8 s (found by
 * experiment). Ours for both hosts together: 510, 126 and 36.
 */

/** api.minecraftservices.com. */
export const minecraftServices: ProviderDefinition<NameHost> = {
  name: "minecraftservices",
  allowance: { rate: 0.5, burst: 20 },
  create: ({ upstream, configuration: { MOJANG_API_URL: baseUrl }, pace }) =>
    createNameHost(upstream, minecraftServicesAt(baseUrl), pace),
};

/** api.mojang.com, an equal peer of the other host: the newest game uses this one. */
export const mojangLegacy: ProviderDefinition<NameHost> = {
  name: "mojang-legacy",
  allowance: { rate: 0.3, burst: 10 },
  create: ({ upstream, configuration: { MOJANG_LEGACY_API_URL: baseUrl }, pace }) =>
    createNameHost(upstream, mojangLegacyAt(baseUrl), pace),
};

/** Addresses of a host. */
export interface NameHostAddress {
  provider: string;
  /** A name is appended. */
  nameUrl: string;
  bulkUrl: string;
}

export function minecraftServicesAt(baseUrl: string): NameHostAddress {
  const lookup = `${baseUrl}/minecraft/profile/lookup`;
  return {
    provider: "minecraftservices",
    nameUrl: `${lookup}/name/`,
    bulkUrl: `${lookup}/bulk/byname`,
  };
}

export function mojangLegacyAt(baseUrl: string): NameHostAddress {
  return {
    provider: "mojang-legacy",
    nameUrl: `${baseUrl}/users/profiles/minecraft/`,
    bulkUrl: `${baseUrl}/profiles/minecraft`,
  };
}

export type NameHost = BulkHost<JavaName, JavaAccount>;

/** One of the hosts of Mojang's name service, the authority for Java names. */
export function createNameHost(
  upstream: Upstream,
  { provider, nameUrl, bulkUrl }: NameHostAddress,
  pace: () => Pace = UNLIMITED,
): NameHost {
  const call = { provider, operation: "name" };
  return {
    upstream,
    call,
    pace,
    single: (name) => ({
      url: `${nameUrl}${encodeURIComponent(name)}`,
      alsoReads: nameStatuses,
      read: (response) => readAccount(name, response),
    }),
    bulk(names) {
      const keys = new Set(names.map(javaNameKey));
      return {
        url: bulkUrl,
        method: "POST",
        body: [...keys],
        read: (response) => readBulk(keys, response),
      };
    },
  };
}

export type JavaNames = ReturnType<typeof createJavaNames>;

/**
 * The hosts of Mojang's name service as one. Names that wait for a token leave together in a bulk call,
 * to the host that has one first.
 */
export function createJavaNames(...hosts: [NameHost, ...NameHost[]]) {
  const together = createCoalescer(hosts, BULK_NAMES);

  /** One name that the service calls invalid would fail the whole bulk call. */
  const alone = (name: JavaName, deadline: Deadline) => {
    const sources = hosts.map((host) => ({
      request: (until: Deadline) => requestOne(host, name, until),
      authority: false,
    }));
    return requestWithFailover(sources, deadline, 1 / 2);
  };

  return {
    /** The account that holds a name now, or null. */
    accountByName: (name: JavaName, deadline: Deadline): Promise<JavaAccount | null> =>
      MODERN_NAME.test(name) ? together(name, deadline) : alone(name, deadline),
  };
}

/**
 * Reads a bulk response: a name without an account is left out. With an account of another name in it,
 * a name may be left out for being mistaken.
 */
function readBulk(
  keys: ReadonlySet<string>,
  response: UpstreamResponse,
): ReadKey<JavaName, JavaAccount> {
  const list = response.json(z.array(accountSchema)).map((account) => toAccount(response, account));
  const accounts = new Map(list.map((account) => [javaNameKey(account.name), account]));
  if (list.some(({ name }) => !keys.has(javaNameKey(name)))) {
    throw response.failure("its response is about another name", "mismatch");
  }
  if (accounts.size < list.length) {
    throw response.failure("named an account twice");
  }
  return (name) => accounts.get(javaNameKey(name)) ?? null;
}
