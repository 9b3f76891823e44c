import { useLocale } from "next-intl";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import type { SuggestionsBody } from "@/lib/contract/status.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { lookupIdInUrl, playerPath } from "@/site/pages/player-path.ts";
import { EditionMarks, PlayerName } from "./elements.tsx";
import { isKnownPlayer, type KnownPlayer } from "./lookup/known-player.ts";
import { PlayerHead } from "./player-head.tsx";

/** A whole number of rows of two, three, four or six. */
export const LISTED = 12;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

export interface ListedPlayer extends KnownPlayer {
  key: string;
  /** For the URL of the page. */
  id: string;
}

const NONE: readonly ListedPlayer[] = [];

/** Players of a response as a list shows them. Checked by hand; none if they do not match the contract. */
export function listed(
  players: SuggestionsBody["suggestions"],
  rules: NameRules,
): readonly ListedPlayer[] {
  try {
    const all = players.map((player) => ({
      key: `${player.edition} ${player.id}`,
      username: player.username,
      id: lookupIdInUrl(player, rules),
      editions: player.editions,
      headUrl: player.head_url || null,
    }));
    return all.every(isKnownPlayer) ? all : NONE;
  } catch {
    return NONE;
  }
}

/** Players with their heads, each a link to the player's page. */
export function PlayerList({ players }: { players: readonly ListedPlayer[] }) {
  const locale = useLocale();
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2 pt-4">
      {players.map(({ key, username, id, editions, headUrl }) => (
        <li key={key}>
          <a
            href={localePath(locale, playerPath(id))}
            className="group flex min-h-16 items-center gap-3 *:first:shrink-0"
          >
            <PlayerHead url={headUrl} size={HEAD_SIZE} isLazy />
            <span className="grid min-w-0">
              <b className="leading-tight group-hover:underline group-hover:underline-offset-4">
                <PlayerName name={username} />
              </b>
              <EditionMarks editions={editions} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
