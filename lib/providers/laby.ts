import { z } from "zod";
import type { JavaUuid } from "../contract/identifiers.ts";
import { dashed, parseJavaUuid } from "../contract/identifiers.ts";
import type { NameHistoryEntry } from "../contract/profile.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import type { Upstream } from "./upstream/request.ts";

// The keys were renamed from `username*` to `name*` over the years; both are still met.
const name = z.string().min(1);
const changed_at = z.iso.datetime({ offset: true }).nullable();
const entry = z.union([
  z.object({ name, changed_at }),
  z
    .object({ username: name, changed_at })
    .transform(({ username, ...rest }) => ({ name: username, ...rest })),
]);
const profile = z.union([
  z.object({ uuid: z.string(), name_history: z.array(entry) }),
  z
    .object({ uuid: z.string(), username_history: z.array(entry) })
    .transform((body) => ({ uuid: body.uuid, name_history: body.username_history })),
]);
const none = z.strictObject({ error: z.literal("user_not_found") });

/** Hidden names come as a dash, ASCII or full width. */
const HIDDEN = new Set(["-", "\uff0d"]);

export type Laby = ReturnType<typeof createLaby>;

export const laby: ProviderDefinition<Laby | undefined> = {
  name: "laby",
  /** No limit is published. Ours: 15 in 10 s. */
  allowance: { rate: 1, burst: 5 },
  create: ({ upstream, configuration: { NAME_HISTORY_URL: baseUrl } }) =>
    baseUrl === null ? undefined : createLaby(upstream, baseUrl),
};

/** laby.net: names observed by others; enriches the history when an operator turns it on. */
export function createLaby(upstream: Upstream, baseUrl: string) {
  return {
    /** The known names of an account, oldest first, or null when laby.net does not know it. */
    namesOf(uuid: JavaUuid, deadline: Deadline): Promise<NameHistoryEntry[] | null> {
      return upstream({
        provider: "laby",
        operation: "profile",
        url: `${baseUrl}/api/v3/user/${dashed(uuid)}/profile`,
        expects: "json",
        alsoReads: [404],
        deadline,
        read(response) {
          if (response.status === 404) {
            response.json(none);
            return null;
          }
          const body = response.json(profile);
          if (parseJavaUuid(body.uuid) !== uuid) {
            throw response.failure("its response is about another UUID", "mismatch");
          }
          return body.name_history
            .flatMap(toHistoryEntry)
            .toSorted((a, b) => (a.changed_at ?? 0) - (b.changed_at ?? 0));
        },
      });
    },
  };
}

function toHistoryEntry(value: z.infer<typeof entry>): NameHistoryEntry[] {
  if (HIDDEN.has(value.name)) return [];
  const changedAt = value.changed_at === null ? null : Date.parse(value.changed_at);
  return [{ name: value.name, changed_at: changedAt }];
}
