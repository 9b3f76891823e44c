import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "../icon.tsx";
import { SEARCH } from "../icon-paths.ts";
import { UNCORRECTED } from "../uncorrected.ts";

interface SearchBoxProps extends ComponentProps<"input"> {
  /** As in the header. */
  isSlim?: boolean;
  /** Between the input and the button. */
  children?: ReactNode;
}

/** The box for a player's name, which is nothing to correct or complete, and its button. */
export function SearchBox({ isSlim = false, children, ...input }: SearchBoxProps) {
  const t = useTranslations("SearchForm");
  return (
    <div className={isSlim ? "search-box is-slim cut" : "search-box cut"}>
      <Icon path={SEARCH} size={isSlim ? 20 : 22} />
      <input
        id="username"
        name="username"
        type="search"
        // The dot of a Floodgate name stays before it, in languages from right to left, too.
        dir="auto"
        {...UNCORRECTED}
        enterKeyHint="search"
        placeholder={t("label")}
        {...input}
      />
      {children}
      <button type="submit" className="primary">
        {t("submit")}
      </button>
    </div>
  );
}
