import { useLocale, useTranslations } from "next-intl";
import type { RecentLookup } from "@/lib/contract/status.ts";
import { nameRules } from "@/app/_server/site-configuration.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { SearchBox } from "../lookup/search-box.tsx";
import { LISTED, listed, PlayerList } from "../player-list.tsx";

interface OtherPlayersProps {
  /** The identifier in the URL. */
  id: string;
  /** The identifier is right, as far as anyone knows. */
  isRight: boolean;
  recent: readonly RecentLookup[];
}

/** Leads on from a page without a player: the search with what was looked up, the status, and recent lookups. */
export function OtherPlayers({ id, isRight, recent }: OtherPlayersProps) {
  const t = useTranslations("SearchForm");
  const another = useTranslations("NotFound")("home");
  const status = useTranslations("StatusPage")("title");
  const label = isRight ? another : t("again");
  const titles = useTranslations("RecentPlayers");
  const locale = useLocale();
  return (
    <>
      <form
        role="search"
        aria-label={label}
        action={localePath(locale, "/player")}
        method="get"
        className="stage cut mt-8 max-w-2xl p-5"
      >
        <label htmlFor="again" className="block pb-2 font-semibold">
          {label}
        </label>
        <SearchBox id="again" defaultValue={id} required />
      </form>
      <p className="pt-4">
        <a href={localePath(locale, "/status")} className="button">
          {status}
        </a>
      </p>
      {recent.length > 0 && (
        <section aria-labelledby="recent" className="section print:hidden">
          <h2 id="recent">{titles("title")}</h2>
          <PlayerList players={listed(recent.slice(0, LISTED), nameRules())} />
        </section>
      )}
    </>
  );
}
