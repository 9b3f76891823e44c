import { z } from "zod";
import { updateValue, type Store } from "../cache/stores/store.ts";
import type { FormerPlayer } from "../contract/errors.ts";
import {
  floodgateUuid,
  gamertagKey,
  isXuid,
  javaNameKey,
  type Gamertag,
  type JavaName,
  type JavaUuid,
  type PlayerIdentifier,
  type Xuid,
} from "../contract/identifiers.ts";
import type { LookupType } from "../contract/queries.ts";

/** Most players who are remembered for one name; those who had it last. */
const MOST_PLAYERS = 8;

const entriesSchema = z.array(
  z.object({
    id: z.string(),
    /** The former name, as it was spelled. */
    name: z.string(),
    /** What the player is called instead. */
    username: z.string(),
    last_seen: z.int().nullable(),
  }),
);
type Entry = z.infer<typeof entriesSchema>[number];

/** A name that a player was seen with. */
interface SeenName {
  name: string;
  changed_at: number | null;
  last_seen?: number | undefined;
}

export type FormerNames = ReturnType<typeof createFormerNames>;

/**
 * Who was seen with a name and has another now; written when a change of names is observed.
 * @param isObserved Whether the past of a player may be shown.
 */
export function createFormerNames(store: Store, isObserved: (id: string) => boolean = () => true) {
  const playersOf = async (
    identifier: PlayerIdentifier,
    type: LookupType,
  ): Promise<FormerPlayer[]> => {
    if (identifier.kind !== "name") return [];
    const { javaName, gamertag } = identifier;
    const hadIt = ({ id, name }: Entry) => {
      if (!isObserved(id)) return false;
      if (isXuid(id)) {
        const isSame = gamertag !== null && gamertagKey(name as Gamertag) === gamertagKey(gamertag);
        return isSame && type !== "java";
      }
      const isSame = javaName !== null && javaNameKey(name as JavaName) === javaNameKey(javaName);
      return isSame && type !== "bedrock";
    };
    const entries = readEntries(await store.get(keyOf(javaName ?? gamertag ?? "")));
    return entries.filter(hadIt).map(({ id, username, last_seen }) => ({
      username,
      uuid: isXuid(id) ? floodgateUuid(id) : id,
      last_seen: last_seen === null ? null : new Date(last_seen).toISOString(),
    }));
  };

  return {
    /** Remembers a player under all names but the last, which is the current one. */
    async note(id: JavaUuid | Xuid, names: readonly SeenName[]): Promise<void> {
      const username = names.at(-1)?.name ?? "";
      const entries = new Map<string, Entry | undefined>();
      names.forEach(({ name, last_seen }, index) => {
        const until = last_seen ?? names[index + 1]?.changed_at ?? null;
        entries.set(keyOf(name), { id, name, username, last_seen: until });
      });
      // The player may have gone back to a former name.
      entries.set(keyOf(username), undefined);
      await Promise.all(
        [...entries].map(([key, entry]) =>
          updateValue(store, key, (text) => {
            const others = readEntries(text).filter((other) => other.id !== id);
            const all = entry === undefined ? others : [entry, ...others];
            if (all.length === 0) return undefined;
            return JSON.stringify(all.toSorted(byLastSeen).slice(0, MOST_PLAYERS));
          }),
        ),
      );
    },

    /** The players who were seen with this name, the latest first; none while the store fails. */
    async of(identifier: PlayerIdentifier, type: LookupType): Promise<FormerPlayer[]> {
      return playersOf(identifier, type).catch(() => []);
    },
  };
}

/** Who had the name last comes first. */
function byLastSeen(one: Entry, other: Entry): number {
  return (other.last_seen ?? 0) - (one.last_seen ?? 0);
}

function readEntries(text: string | undefined): Entry[] {
  if (text === undefined) return [];
  try {
    return entriesSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** One key for both editions, so that one read is enough: a gamertag's spaces may be underscores. */
function keyOf(name: string): string {
  return `former:v1:${name.toLowerCase().normalize("NFC").replaceAll("_", " ")}`;
}
