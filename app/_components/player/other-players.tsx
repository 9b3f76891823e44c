import { useLocale, useTranslations } from "next-intl";
import type { RecentLookup } from "@/lib/contract/status.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { lookupIdInUrl, playerPath } from "@/lib/site/player-path.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { SearchBox } from "../lookup/search-box.tsx";
import { PlayerHead } from "../player-head.tsx";

/** A whole number of rows of two, three, four or six. */
const SHOWN = 12;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

interface OtherPlayersProps {
  /** The identifier in the URL. */
  id: string;
  recent: readonly RecentLookup[];
}

/** Where to go from a page without a player: the search with what was looked up, to correct it, and recent lookups. */
export function OtherPlayers({ id, recent }: OtherPlayersProps) {
  const t = useTranslations("SearchForm");
  const titles = useTranslations("RecentPlayers");
  const locale = useLocale();
  return (
    <>
      <form
        role="search"
        aria-label={t("again")}
        action={localePath(locale, "/player")}
        method="get"
        className="stage cut mt-8 max-w-2xl p-5"
      >
        <label htmlFor="again" className="block pb-2 font-semibold">
          {t("again")}
        </label>
        <SearchBox id="again" defaultValue={id} required />
      </form>
      {recent.length > 0 && (
        <section aria-labelledby="recent" className="section print:hidden">
          <h2 id="recent">{titles("title")}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2 pt-4">
            {recent.slice(0, SHOWN).map((lookup) => (
              <li key={`${lookup.edition} ${lookup.id}`}>
                <a
                  href={localePath(locale, playerPath(lookupIdInUrl(lookup)))}
                  className="group flex min-h-16 items-center gap-3 *:first:shrink-0"
                >
                  <PlayerHead url={lookup.head_url || null} size={HEAD_SIZE} />
                  <span className="grid min-w-0">
                    <b className="leading-tight group-hover:underline group-hover:underline-offset-4">
                      <PlayerName name={lookup.username} />
                    </b>
                    <EditionMarks editions={lookup.editions} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
