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

/** Letters to add, drop, replace, or swap with their neighbour (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
