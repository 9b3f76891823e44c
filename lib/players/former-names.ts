import { z } from "zod";
import { isoTime, storedTime } from "../time/stored-time.ts";
import { systemClock } from "../time/clock.ts";
import {
  readJson,
  updateValue,
  type Change,
  type UpdateOptions,
} from "../cache/stores/stored-value.ts";
import type { Store } from "../cache/stores/store.ts";
import type { FormerPlayer } from "../contract/errors.ts";
import {
  floodgateUuid,
  isXuid,
  nameInJava,
  nameKey,
  type Gamertag,
  type JavaUuid,
  type PlayerIdentifier,
  type ServiceName,
  type Xuid,
} from "../contract/identifiers.ts";
import type { LookupType } from "../contract/queries.ts";
import { isSameName } from "../providers/accounts.ts";
import type { SeenName } from "./history-record.ts";

/** The entry of a player whose record may expire is kept this long. */
const FORGOTTEN_MS = 365 * 86_400_000;
/** Every key of former names begins with this. */
export const FORMER_PREFIX = "former:v1:";
/** The players who had a name last are remembered, no more than these. */
const MOST_PLAYERS = 8;

const formerEntries = z.array(
  z.object({
    id: z.string(),
    /** The former name, as it was spelled. */
    name: z.string(),
    /** The player's name at present. */
    username: z.string(),
    last_seen: storedTime.nullable(),
    /** The entry never expires, like the record of the player. */
    kept: z.literal(true).optional(),
  }),
);
export type FormerEntry = z.infer<typeof formerEntries>[number];

export type FormerNames = ReturnType<typeof createFormerNames>;

/**
 * Players who were seen with a name and have another now; written when a change of names is observed.
 * @param isObserved Says whether the past of a player may be shown.
 */
export function createFormerNames(
  store: Store,
  isObserved: (id: string) => Promise<boolean> = async () => true,
  time: Pick<UpdateOptions, "clock" | "random"> = {},
) {
  const { now } = time.clock ?? systemClock;

  return {
    /**
     * Remembers a player under all names but the last, which is the current one.
     * @param isKept These entries never expire.
     */
    async note(
      id: JavaUuid | Xuid,
      names: readonly SeenName[],
      { isKept = false }: { isKept?: boolean } = {},
    ): Promise<void> {
      const username = names.at(-1)?.name ?? "";
      const entries = new Map<string, FormerEntry | undefined>();
      names.forEach(({ name, last_seen }, index) => {
        const until = last_seen ?? names[index + 1]?.changed_at ?? null;
        const entry: FormerEntry = { id, name, username, last_seen: until };
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
              return changeTo(all.toSorted(byLastSeen).slice(0, MOST_PLAYERS));
            },
            time,
          ),
        ),
      );
    },

    /** The players who were seen with this name, the latest first; none while the store fails. */
    async of(identifier: PlayerIdentifier, type: LookupType): Promise<FormerPlayer[]> {
      if (identifier.kind !== "name") return [];
      const hadIt = isNameIn(identifier);
      const key = keyOf(nameInJava(identifier) ?? identifier.gamertag ?? "");
      const text = await store.get(key).catch(() => undefined);
      const entries = readEntries(text).filter(
        ({ id, name }) => type !== (isXuid(id) ? "java" : "bedrock") && hadIt(id, name),
      );
      const shown = await Promise.all(entries.map(({ id }) => isObserved(id)));
      return entries
        .filter((_, index) => shown[index])
        .map(({ id, username, last_seen }) => ({
          username,
          uuid: isXuid(id) ? floodgateUuid(id) : id,
          last_seen: last_seen === null ? null : isoTime(last_seen, now()),
        }));
    },
  };
}

/** Says whether an account with a name is one that an identifier means. */
export function isNameIn(identifier: Extract<PlayerIdentifier, { kind: "name" }>) {
  const { gamertag } = identifier;
  const javaName = nameInJava(identifier);
  // The spaces count here, unlike in a provider's response.
  const tagKey = gamertag && nameKey(gamertag);
  return (id: string, name: string): boolean =>
    isXuid(id)
      ? nameKey(name as Gamertag) === tagKey
      : javaName !== undefined && isSameName(name as ServiceName, javaName);
}

/** The player who had the name last comes first. */
function byLastSeen(one: FormerEntry, other: FormerEntry): number {
  return (other.last_seen ?? 0) - (one.last_seen ?? 0);
}

/** Entries of players whose records are kept are kept as well. */
export function changeTo(entries: readonly FormerEntry[]): Change {
  if (entries.length === 0) return { to: undefined };
  const ttlMs = entries.some(({ kept }) => kept) ? undefined : FORGOTTEN_MS;
  return { to: JSON.stringify(entries), ttlMs };
}

export function readEntries(text: string | undefined): FormerEntry[] {
  return readJson(formerEntries, text) ?? [];
}

function keyOf(name: string): string {
  return FORMER_PREFIX + keyForBoth(name);
}

/** One form for the names of both editions: a gamertag's spaces may be underscores. */
export function keyForBoth(name: string): string {
  return name.toLowerCase().normalize("NFC").replaceAll("_", " ");
}
