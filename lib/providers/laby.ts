import { z } from "zod";
import type { JavaUuid } from "../contract/identifiers.ts";
import { dashed } from "../contract/identifiers.ts";
import type { NameHistoryEntry } from "../contract/profile.ts";
import type { Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";
import type { Upstream } from "./upstream.ts";

// The keys were renamed from `username*` to `name*` over the years; both are still met.
const entry = z.looseObject({
  name: z.string().optional(),
  username: z.string().optional(),
  changed_at: z.string().nullish(),
});
const profile = z.looseObject({
  uuid: z.string(),
  name_history: z.array(entry).optional(),
  username_history: z.array(entry).optional(),
});

/** Hidden names come as a dash, ASCII or full width. */
const HIDDEN = new Set(["-", "\uff0d"]);

export type Laby = ReturnType<typeof createLaby>;

/** laby.net: names observed by others; enriches the history when an operator turns it on. */
export function createLaby(upstream: Upstream, baseUrl: string) {
  const call = { provider: "laby", operation: "profile" };
  return {
    /** The known names of an account, oldest first, or null when laby.net does not know it. */
    namesOf(uuid: JavaUuid, deadline: Deadline): Promise<NameHistoryEntry[] | null> {
      return upstream({
        ...call,
        url: `${baseUrl}/api/v3/user/${dashed(uuid)}/profile`,
        expects: "json",
        alsoReads: [404],
        deadline,
        read(answer) {
          if (answer.status === 404 && !answer.isHtml) return null;
          const body = answer.json(profile);
          if (body.uuid.replaceAll("-", "").toLowerCase() !== uuid) {
            throw new UpstreamFailure("mismatch", call, "answered about another UUID");
          }
          return (body.name_history ?? body.username_history ?? [])
            .flatMap(toHistoryEntry)
            .sort((a, b) => (a.changed_at ?? 0) - (b.changed_at ?? 0));
        },
      });
    },
  };
}

function toHistoryEntry(value: z.infer<typeof entry>): NameHistoryEntry[] {
  const name = value.name ?? value.username;
  if (name === undefined || HIDDEN.has(name)) return [];
  const changedAt = value.changed_at ? Date.parse(value.changed_at) : Number.NaN;
  return [{ name, changed_at: Number.isNaN(changedAt) ? null : changedAt }];
}
