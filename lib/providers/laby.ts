import { z } from "zod";
import { dashed, type JavaUuid } from "../contract/identifiers.ts";
import type { NameHistoryEntry } from "../contract/profile.ts";
import { asJavaUuid } from "./accounts.ts";
import { defineProvider, type Deadline } from "./provider.ts";

// The keys were renamed from `username*` to `name*` over the years; both are still met.
const name = z.string().min(1);
const changed_at = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .nullable();
const names = z.array(
  z.union([
    z.object({ name, changed_at }),
    z
      .object({ username: name, changed_at })
      .transform(({ username, ...rest }) => ({ name: username, ...rest })),
  ]),
);
const profile = z.union([
  z.object({ uuid: asJavaUuid, name_history: names }),
  z
    .object({ uuid: asJavaUuid, username_history: names })
    .transform(({ uuid, username_history }) => ({ uuid, name_history: username_history })),
]);
const none = z.strictObject({ error: z.literal("user_not_found") });

/** A profile lists every skin and cape that a player was seen with. */
const MAX_BYTES = 512 * 1024;
/** Hidden names come as a dash, ASCII or full width. */
const HIDDEN = new Set(["-", "\uff0d"]);

/** laby.net: names observed by others; enriches the history when an operator turns it on. */
export const laby = defineProvider({
  name: "laby",
  /** No limit is published. Ours: 15 in 10 s. */
  allowance: { rate: 1, burst: 5 },
  operations: ["profile"],
  create({ upstream, configuration: { NAME_HISTORY_URL: baseUrl } }) {
    if (baseUrl === null) return undefined;
    return {
      /** The known names of an account, oldest first, or null when laby.net does not know it. */
      namesOf: (uuid: JavaUuid, deadline: Deadline): Promise<NameHistoryEntry[] | null> =>
        upstream({
          operation: "profile",
          url: `${baseUrl}/api/v3/user/${dashed(uuid)}/profile`,
          about: uuid,
          none: { 404: none },
          maxBytes: MAX_BYTES,
          deadline,
          read: (response) =>
            response
              .json(profile, (sent) => sent.uuid === uuid)
              .name_history.filter((entry) => !HIDDEN.has(entry.name))
              .toSorted((one, other) => (one.changed_at ?? 0) - (other.changed_at ?? 0)),
        }),
    };
  },
});

export type Laby = NonNullable<ReturnType<typeof laby.create>>;
