import { useLocale, useTranslations } from "next-intl";
import type { RecentLookup } from "@/lib/contract/status.ts";
import { nameRules } from "@/app/_server/site-configuration.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { SearchBox } from "../lookup/search-box.tsx";
import { LISTED, listed, PlayerList } from "../player-list.tsx";

interface OtherPlayersProps {
  /** The identifier in the URL. */
  id: string;
  recent: readonly RecentLookup[];
}

/**
 * Leads on from a page without a player: the search with the text that was looked up, to correct it, and recent
 * lookups.
 */
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
          <PlayerList players={recent.slice(0, LISTED).map((one) => listed(one, nameRules()))} />
        </section>
      )}
    </>
  );
}
