import { z } from "zod";
import { readJson, updateValue, type Store, type UpdateOptions } from "../cache/stores/store.ts";
import type { FormerPlayer } from "../contract/errors.ts";
import {
  floodgateUuid,
  gamertagKey,
  isXuid,
  type Gamertag,
  nameInJava,
  type JavaUuid,
  type PlayerIdentifier,
  type ServiceName,
  type Xuid,
} from "../contract/identifiers.ts";
import { nameHistoryEntry } from "../contract/profile.ts";
import type { LookupType } from "../contract/queries.ts";
import { isSameName } from "../providers/accounts.ts";

/** An entry of a player whose record may expire is kept for so long. */
const FORGOTTEN_MS = 365 * 86_400_000;
/** Most players who are remembered for one name; those who had it last. */
const MOST_PLAYERS = 8;

const entriesSchema = z.array(
  z.object({
    id: z.string(),
    /** The former name, as it was spelled. */
    name: z.string(),
    /** What the player is called instead. */
    username: z.string(),
    // The last time that a date can have.
    last_seen: z.int().max(8.64e15).nullable(),
    /** Never expires, as the record of the player. */
    kept: z.literal(true).optional(),
  }),
);
type Entry = z.infer<typeof entriesSchema>[number];

/** A name that a player was seen with. */
export const seenName = nameHistoryEntry.extend({ last_seen: z.int().optional() });

export type FormerNames = ReturnType<typeof createFormerNames>;

/**
 * Who was seen with a name and has another now; written when a change of names is observed.
 * @param isObserved Whether the past of a player may be shown.
 */
export function createFormerNames(
  store: Store,
  isObserved: (id: string) => Promise<boolean> = async () => true,
  time: Pick<UpdateOptions, "clock" | "random"> = {},
) {
  return {
    /**
     * Remembers a player under all names but the last, which is the current one.
     * @param isKept Whether these entries never expire.
     */
    async note(
      id: JavaUuid | Xuid,
      names: readonly z.infer<typeof seenName>[],
      { isKept = false }: { isKept?: boolean } = {},
    ): Promise<void> {
      const username = names.at(-1)?.name ?? "";
      const entries = new Map<string, Entry | undefined>();
      names.forEach(({ name, last_seen }, index) => {
        const until = last_seen ?? names[index + 1]?.changed_at ?? null;
        const entry: Entry = { id, name, username, last_seen: until };
        entries.set(keyOf(name), isKept ? { ...entry, kept: true } : entry);
      });
      // The player may have gone back to a former name.
      entries.set(keyOf(username), undefined);
      await Promise.all(
        [...entries].map(([key, entry]) =>
          updateValue(
            store,
            key,
            (text) => {
              const others = readEntries(text).filter((other) => other.id !== id);
              const all = entry === undefined ? others : [entry, ...others];
              if (all.length === 0) return undefined;
              return JSON.stringify(all.toSorted(byLastSeen).slice(0, MOST_PLAYERS));
            },
            { ttlOf, ...time },
          ),
        ),
      );
    },

    /** The players who were seen with this name, the latest first; none while the store fails. */
    async of(identifier: PlayerIdentifier, type: LookupType): Promise<FormerPlayer[]> {
      if (identifier.kind !== "name") return [];
      const { gamertag } = identifier;
      const javaName = nameInJava(identifier);
      // With its spaces, unlike in a provider's response.
      const tagKey = gamertag && gamertagKey(gamertag);
      const hadIt = ({ id, name }: Entry) =>
        isXuid(id)
          ? type !== "java" && gamertagKey(name as Gamertag) === tagKey
          : type !== "bedrock" && javaName && isSameName(name as ServiceName, javaName);
      const text = await store.get(keyOf(javaName ?? gamertag ?? "")).catch(() => undefined);
      const entries = readEntries(text).filter(hadIt);
      const shown = await Promise.all(entries.map(({ id }) => isObserved(id)));
      return entries
        .filter((_, index) => shown[index])
        .map(({ id, username, last_seen }) => ({
          username,
          uuid: isXuid(id) ? floodgateUuid(id) : id,
          last_seen: last_seen === null ? null : new Date(last_seen).toISOString(),
        }));
    },
  };
}

/** Who had the name last comes first. */
function byLastSeen(one: Entry, other: Entry): number {
  return (other.last_seen ?? 0) - (one.last_seen ?? 0);
}

function ttlOf(text: string): number | undefined {
  return readEntries(text).some(({ kept }) => kept) ? undefined : FORGOTTEN_MS;
}

function readEntries(text: string | undefined): Entry[] {
  return readJson(entriesSchema, text) ?? [];
}

/** One key for both editions, so that one read is enough: a gamertag's spaces may be underscores. */
function keyOf(name: string): string {
  return `former:v1:${name.toLowerCase().normalize("NFC").replaceAll("_", " ")}`;
}
