import type { JavaName } from "../contract/identifiers.ts";
import type { Deadline } from "./deadline.ts";
import { nameStatuses, readAccount, type JavaAccount } from "./mojang-names.ts";
import type { Upstream } from "./upstream.ts";

export type MojangLegacy = ReturnType<typeof createMojangLegacy>;

/** api.mojang.com: the older address of the same name service, used when the newer one fails. */
export function createMojangLegacy(upstream: Upstream, baseUrl: string) {
  return {
    /** The account that holds a name now, or null. */
    accountByName(name: JavaName, deadline: Deadline): Promise<JavaAccount | null> {
      const call = { provider: "mojang-legacy", operation: "name" };
      return upstream({
        ...call,
        url: `${baseUrl}/users/profiles/minecraft/${encodeURIComponent(name)}`,
        expects: "json",
        alsoReads: nameStatuses,
        deadline,
        read: (answer) => readAccount(call, name, answer),
      });
    },
  };
}
