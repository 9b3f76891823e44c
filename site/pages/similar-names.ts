import { editsBetween } from "../../lib/contract/similarity.ts";

/** Similar names differ by at most this many letters, short ones by one. */
const MOST_EDITS = 2;
const SHORT = 5;
const MOST_PLAYERS = 3;

/** The players whose name a mistyped one may mean, the most similar first. */
export function similarPlayers<Player extends { username: string }>(
  typed: string,
  players: readonly Player[],
): Player[] {
  const wanted = lettersOf(typed);
  const most = wanted.length <= SHORT ? 1 : MOST_EDITS;
  const byName = new Map(players.map((player) => [player.username, player]));
  return [...byName.values()]
    .map((player) => ({ player, edits: editsBetween(wanted, lettersOf(player.username)) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, MOST_PLAYERS)
    .map(({ player }) => player);
}

/** A name without regard to case, spaces, underscores and the dot of Bedrock names. */
function lettersOf(name: string): string {
  return name.replace(/[ _.]/g, "").toLowerCase();
}
