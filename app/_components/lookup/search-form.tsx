import { useLocale, useTranslations } from "next-intl";
import { localePath } from "@/site/i18n/routing.ts";
import { SearchBox } from "./search-box.tsx";
import { BOX, LIST } from "./search-ids.ts";

/** The search of the home page: a plain form that leads to a player's page, until `Combobox` listens to it. */
export function SearchForm() {
  const t = useTranslations("SearchForm");
  return (
    <form
      role="search"
      action={localePath(useLocale(), "/player")}
      method="get"
      className="relative"
    >
      <label htmlFor={BOX} className="sr-only">
        {t("label")}
      </label>
      <SearchBox
        id={BOX}
        // A combobox may not be a search field (HTML-AAM). A keyboard of a phone gets its key from `enterKeyHint`.
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={false}
        aria-controls={LIST}
        aria-keyshortcuts="/"
        suppressHydrationWarning
      >
        <kbd aria-hidden>/</kbd>
      </SearchBox>
      <div id={LIST} />
    </form>
  );
}
