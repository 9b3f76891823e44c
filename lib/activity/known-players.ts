import { LRUCache } from "lru-cache";
import { trimmed, withoutPrefix, type NameRules } from "../contract/identifiers.ts";
import type { Activity, LookedUpPlayer } from "./activity.ts";

/** Players that are remembered; each takes about 500 bytes. */
const MOST_REMEMBERED = 5_000;
/** The most players that are suggested at once. */
export const MOST_SUGGESTED = 10;

/** A player, and all names by which they are found. */
interface KnownPlayer {
  player: LookedUpPlayer;
  keys: readonly string[];
}

export interface KnownPlayersOptions {
  recent: Activity["recent"];
  isListed: (id: string) => Promise<boolean>;
  rules: Pick<NameRules, "bedrockPrefix">;
}

export type KnownPlayers = ReturnType<typeof createKnownPlayers>;

/**
 * The players whom this process found lately, and those of the recent lookups of all processes, to be suggested while
 * someone types a name. No provider is asked, and nothing is stored.
 */
export function createKnownPlayers({ recent, isListed, rules }: KnownPlayersOptions) {
  /** By id, the latest first. */
  const remembered = new LRUCache<string, KnownPlayer>({ max: MOST_REMEMBERED });

  /** Recent lookups of all processes, as far as this one does not know their players better. */
  const others = async (): Promise<KnownPlayer[]> =>
    (await recent()).recent
      .filter(({ id }) => !remembered.has(id))
      .map(({ username, edition, editions, id, head_url }) => ({
        player: { username, edition, editions, id, head_url },
        keys: [keyOf(username)],
      }));

  return {
    /** Remembers players who were found; one of linked accounts has another name. */
    note(players: readonly LookedUpPlayer[], ...otherNames: string[]): void {
      // The first comes last, and is suggested first.
      for (const player of players.toReversed()) {
        const names = players.length === 1 ? [player.username, ...otherNames] : [player.username];
        remembered.set(player.id, { player, keys: names.map(keyOf) });
      }
    },

    /** The players with a name that begins like this, the latest first; whoever has exactly this name before them. */
    async beginningWith(text: string): Promise<LookedUpPlayer[]> {
      const matchOf = createTest(text, rules);
      const exact: LookedUpPlayer[] = [];
      const longer: LookedUpPlayer[] = [];
      for (const known of [...remembered.values(), ...(await others())]) {
        const match = matchOf(known);
        if (match !== undefined) (match === "exactly" ? exact : longer).push(known.player);
      }
      const listed: LookedUpPlayer[] = [];
      for (const player of [...exact, ...longer]) {
        // Whoever was excluded by a link meanwhile is not suggested either.
        if (await isListed(player.id)) listed.push(player);
        if (listed.length === MOST_SUGGESTED) break;
      }
      return listed;
    },

    clearMemory: () => remembered.clear(),
  };
}

/** Tests whether one of a player's names begins with a text, or is that text. */
function createTest(text: string, { bedrockPrefix }: Pick<NameRules, "bedrockPrefix">) {
  const name = trimmed(text);
  const key = keyOf(name);
  const bare = withoutPrefix(name, bedrockPrefix);
  const bareKey = bare === null || bare === "" ? undefined : keyOf(bare);

  return ({ player, keys }: KnownPlayer): "begins" | "exactly" | undefined => {
    // A server's prefix is said of Bedrock players alone.
    const begin = bareKey !== undefined && player.editions.includes("bedrock") ? bareKey : key;
    if (begin === "" || !keys.some((one) => one.startsWith(begin))) return undefined;
    return keys.includes(begin) ? "exactly" : "begins";
  };
}

/** A form in which all spellings of the names of both editions are equal. */
function keyOf(name: string): string {
  return name.toLowerCase().normalize("NFC").replaceAll(/[ _]+/g, " ");
}
