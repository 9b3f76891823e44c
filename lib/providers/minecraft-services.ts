import { z } from "zod";
import { javaNameKey, type JavaName, type JavaUuid } from "../contract/identifiers.ts";
import type { Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";
import {
  accountSchema,
  checkName,
  checkUuid,
  nameStatuses,
  readAccount,
  toAccount,
  type JavaAccount,
} from "./mojang-names.ts";
import type { Upstream } from "./upstream.ts";

/** The most names one bulk call may carry. */
export const BULK_NAMES = 10;

export type MinecraftServices = ReturnType<typeof createMinecraftServices>;

/** api.minecraftservices.com: Java names and UUIDs, the authority for both. */
export function createMinecraftServices(upstream: Upstream, baseUrl: string) {
  const provider = "minecraftservices";
  const lookup = `${baseUrl}/minecraft/profile/lookup`;

  return {
    /** The account that holds a name now, or null. */
    accountByName(name: JavaName, deadline: Deadline): Promise<JavaAccount | null> {
      const call = { provider, operation: "name" };
      return upstream({
        ...call,
        url: `${lookup}/name/${encodeURIComponent(name)}`,
        expects: "json",
        alsoReads: nameStatuses,
        deadline,
        read: (answer) => checkName(call, name, readAccount(call, answer)),
      });
    },

    /** The current name of an account, or null. */
    accountByUuid(uuid: JavaUuid, deadline: Deadline): Promise<JavaAccount | null> {
      const call = { provider, operation: "uuid" };
      return upstream({
        ...call,
        url: `${lookup}/${uuid}`,
        expects: "json",
        alsoReads: nameStatuses,
        deadline,
        read: (answer) => checkUuid(call, uuid, readAccount(call, answer)),
      });
    },

    /**
     * The accounts that hold up to ten names, by lower-cased name; a name without an account is
     * absent. One name the service calls invalid fails the whole call, so only names that
     * `parseIdentifier` accepted may be given.
     */
    async accountsByName(
      names: readonly JavaName[],
      deadline: Deadline,
    ): Promise<Map<string, JavaAccount>> {
      const call = { provider, operation: "bulk" };
      const asked = new Set(names.map(javaNameKey));
      const accounts = await upstream({
        ...call,
        url: `${lookup}/bulk/byname`,
        method: "POST",
        body: [...asked],
        expects: "json",
        deadline,
        read: (answer) =>
          answer.json(z.array(accountSchema)).map((account) => toAccount(call, account)),
      });
      if (accounts === null) throw new UpstreamFailure("bad-response", call, "sent nothing");
      const known = accounts.map((account) => [javaNameKey(account.name), account] as const);
      return new Map(known.filter(([key]) => asked.has(key)));
    },
  };
}
