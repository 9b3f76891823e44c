import { z } from "zod";
import { javaNameKey, type JavaName } from "../contract/identifiers.ts";
import type { Pace } from "../limits/budget.ts";
import { createCoalescer, forOne } from "./coalescer.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { UpstreamFailure } from "./failure.ts";
import {
  accountSchema,
  MODERN_NAME,
  nameStatuses,
  readAccount,
  toAccount,
  type JavaAccount,
} from "./mojang-names.ts";
import type { UpstreamAnswer } from "./upstream/answer.ts";
import type { Question, Upstream } from "./upstream/request.ts";

/** The most names one bulk call may carry. */
const BULK_NAMES = 10;

/*
 * Known limits for each address, of which nobody knows whether both hosts count together: 600 in
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

/** api.mojang.com, an equal peer of the other host: the newest game asks this one. */
export const mojangLegacy: ProviderDefinition<NameHost> = {
  name: "mojang-legacy",
  allowance: { rate: 0.3, burst: 10 },
  create: ({ upstream, configuration: { MOJANG_LEGACY_API_URL: baseUrl }, pace }) =>
    createNameHost(upstream, mojangLegacyAt(baseUrl), pace),
};

/** Where a host answers. */
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

export type NameHost = ReturnType<typeof createNameHost>;

type AccountOf = (name: JavaName) => JavaAccount | null;

/**
 * One of the hosts of Mojang's name service: who holds a Java name, as the authority. Names that
 * have to wait for their turn leave together in the bulk call.
 */
export function createNameHost(
  upstream: Upstream,
  { provider, nameUrl, bulkUrl }: NameHostAddress,
  pace?: () => Pace,
) {
  const nameCall = { provider, operation: "name" };

  const single = (name: JavaName): Question<JavaAccount> => ({
    url: `${nameUrl}${encodeURIComponent(name)}`,
    alsoReads: nameStatuses,
    read: (answer) => readAccount(nameCall, name, answer),
  });

  const askSingle = (name: JavaName, deadline: Deadline) =>
    upstream({ ...nameCall, ...single(name), expects: "json", deadline });

  const together = (names: readonly JavaName[]): Question<AccountOf> => {
    const [name] = names;
    if (names.length === 1 && name !== undefined) return forOne(single(name));
    const asked = new Set(names.map(javaNameKey));
    return {
      url: bulkUrl,
      method: "POST",
      body: [...asked],
      read: (answer) => readBulk(nameCall, asked, answer),
    };
  };

  const byName = createCoalescer<JavaName, JavaAccount>({
    call: nameCall,
    most: BULK_NAMES,
    ...(pace && { pace }),
    async send(take, deadline) {
      const question = async () => together(take());
      const call = { ...nameCall, expects: "json", deadline, question } as const;
      const accountOf = await upstream(call);
      return (name) => accountOf?.(name) ?? null;
    },
    single: askSingle,
  });

  return {
    /** The account that holds a name now, or null. */
    accountByName: (name: JavaName, deadline: Deadline): Promise<JavaAccount | null> =>
      // One name that the service calls invalid would fail the whole bulk call.
      MODERN_NAME.test(name) ? byName(name, deadline) : askSingle(name, deadline),
  };
}

/**
 * Reads a bulk answer: a name without an account is absent. With anything in it that was not asked
 * for, what is absent may be what is wrong.
 */
function readBulk(
  call: { provider: string; operation: string },
  asked: ReadonlySet<string>,
  answer: UpstreamAnswer,
): AccountOf {
  const list = answer.json(z.array(accountSchema)).map((account) => toAccount(call, account));
  const accounts = new Map(list.map((account) => [javaNameKey(account.name), account]));
  if (list.some(({ name }) => !asked.has(javaNameKey(name)))) {
    throw new UpstreamFailure("mismatch", call, "answered about another name");
  }
  if (accounts.size < list.length) {
    throw new UpstreamFailure("bad-response", call, "named an account twice");
  }
  return (name) => accounts.get(javaNameKey(name)) ?? null;
}
