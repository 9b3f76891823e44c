"use client";

import { useTranslations } from "next-intl";
import { NameTag } from "../elements.tsx";
import { PlayerHead } from "../images.tsx";
import { SearchForm } from "./search-form.tsx";
import { useSuggestions } from "./use-suggestions.ts";

/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 96;

/** The title, the head of the most likely player, and the search box. */
export function Lookup({ anyName }: { anyName: boolean }) {
  const t = useTranslations("HomePage");
  const suggestions = useSuggestions(anyName);
  const { wanted, likely } = suggestions;
  const name = likely?.username ?? (wanted === "" ? t("unknown") : wanted);
  return (
    <section aria-labelledby="question" className="lookup">
      <div aria-hidden className="tagged-head">
        <div className="hover-gently">
          {/* A new tag for each name: one that grows would be a layout shift. */}
          <NameTag key={name}>
            <bdi>{name}</bdi>
          </NameTag>
        </div>
        <PlayerHead url={likely?.headUrl ?? null} size={HEAD_SIZE} />
      </div>
      <div>
        <h1 id="question">{t("title")}</h1>
        <p>{t("lead")}</p>
      </div>
      <SearchForm suggestions={suggestions} />
    </section>
  );
}

/** The search box alone, filled with a text that was already searched for. */
export function SearchBox({ searched, anyName }: { searched: string; anyName: boolean }) {
  return <SearchForm suggestions={useSuggestions(anyName)} searched={searched} />;
}
