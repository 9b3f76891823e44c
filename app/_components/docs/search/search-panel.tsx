"use client";

import { useLocale, useTranslations } from "next-intl";
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type MouseEvent,
  type RefObject,
} from "react";
import { docsPath, type Slug } from "@/site/docs/pages.ts";
import type { SearchDocument } from "@/site/docs/search/documents.ts";
import { createSearch, type FoundSection, type Piece } from "@/site/docs/search/search.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { sampleLanguage } from "../../page-choices.ts";
import { LoadNote } from "../load-note.tsx";
import { useFile } from "../../requests.ts";

/** The pages that most readers want are offered while the search box is empty. */
const POPULAR: ReadonlySet<string> = new Set(
  (["index", "profile", "head", "errors", "recipes"] as const satisfies readonly Slug[]).map(
    docsPath,
  ),
);

interface SearchPanelProps {
  /** The id of the list; its options have it, too, with their position. */
  id: string;
  /** The text in the search box. */
  text: string;
  input: RefObject<HTMLInputElement | null>;
  onClose: () => void;
}

/** The results of the search, whose box is there before: a combobox with a list, after the ARIA pattern. */
export function SearchPanel({ id, text, input, onClose }: SearchPanelProps) {
  const t = useTranslations("DocsSearch");
  const locale = useLocale();
  // Another text has another first result.
  const [active, setActive] = useState({ text, index: 0 });
  const query = useDeferredValue(text.trim());
  const isEmpty = query === "";
  const { file, retry } = useFile<readonly SearchDocument[]>(`/docs-search/${locale}`);
  const search = useMemo(() => file && createSearch(file), [file]);
  const pages = useMemo(() => {
    if (!file || !search) return [];
    if (query !== "") return search(query);
    const sections = file.filter(({ path }) => POPULAR.has(path)).map(asFound);
    return [{ title: t("popular"), sections }];
  }, [file, search, query, t]);
  const count = pages.reduce((sum, { sections }) => sum + sections.length, 0);
  const chosen = Math.min(active.text === text ? active.index : 0, count - 1);
  const optionId = (index: number) => `${id}-${index}`;
  const chosenId = count > 0 ? optionId(chosen) : "";
  const choose = (index: number) => setActive({ text, index });

  useEffect(() => {
    input.current?.setAttribute("aria-expanded", String(chosenId !== ""));
    input.current?.setAttribute("aria-activedescendant", chosenId);
    document.getElementById(chosenId)?.scrollIntoView({ block: "nearest" });
  }, [chosenId, input]);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (count > 0) choose((chosen + step + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      document.getElementById(chosenId)?.click();
    }
  });
  useEffect(() => {
    const box = input.current;
    const listen = (event: KeyboardEvent) => handleKey(event);
    box?.addEventListener("keydown", listen);
    return () => {
      box?.removeEventListener("keydown", listen);
      box?.setAttribute("aria-expanded", "false");
      box?.removeAttribute("aria-activedescendant");
    };
  }, [input]);

  const tryAgain = () => {
    input.current?.focus();
    retry?.();
  };

  const follow = ({ language }: FoundSection, event: MouseEvent) => {
    if (language !== undefined) sampleLanguage.choose(language);
    // A link opened in another tab leaves the search open.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onClose();
  };

  let index = 0;
  return (
    <>
      <SearchNote count={search && !isEmpty ? count : undefined} />
      {search === undefined && (!isEmpty || retry === undefined) && (
        <div className="px-5 py-6">
          <LoadNote of="DocsSearch" retry={retry && tryAgain} />
        </div>
      )}
      <div
        id={id}
        role="listbox"
        aria-label={t("results")}
        className="overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        {pages.map(({ title, sections }) => (
          <div key={title} role="group" aria-label={title}>
            {isEmpty && (
              <div aria-hidden className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">
                {title}
              </div>
            )}
            {sections.map((section) => {
              const position = index++;
              return (
                <a
                  key={section.path}
                  href={localePath(locale, section.path)}
                  id={optionId(position)}
                  role="option"
                  aria-selected={position === chosen}
                  tabIndex={-1}
                  onClick={(event) => follow(section, event)}
                  onPointerMove={() => choose(position)}
                  className="block rounded-md px-3 py-2 aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-edge"
                >
                  <SectionName page={isEmpty ? undefined : title} heading={section.heading} />
                  <Pieces
                    pieces={section.excerpt}
                    className="block text-sm text-pretty text-muted empty:hidden"
                  />
                </a>
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}

/** A section, after its page: many pages have a section of the same name. */
function SectionName({ page, heading }: { page: string | undefined; heading: Piece[] }) {
  if (page === undefined) return <Pieces pieces={heading} className="block font-semibold" />;
  if (heading.length === 0) return <Pieces pieces={plain(page)} className="block font-semibold" />;
  return (
    <span className="block">
      <span className="text-muted after:mx-1.5 after:content-['›'/'']">{page}</span>{" "}
      <Pieces pieces={heading} className="font-semibold" />
    </span>
  );
}

/** A page, as if it were found. */
function asFound({ title, path }: SearchDocument): FoundSection {
  return { path, heading: plain(title), excerpt: [] };
}

function plain(text: string): Piece[] {
  return [{ text, isMatch: false }];
}

function Pieces({ pieces, className }: { pieces: readonly Piece[]; className: string }) {
  return (
    <span className={className}>
      {pieces.map(({ text, isMatch }, index) =>
        isMatch ? (
          <mark key={index} className="rounded-sm bg-caution-surface font-semibold text-caution">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </span>
  );
}

/** The number of results, once it is known: always announced, shown only when there are none. */
function SearchNote({ count }: { count: number | undefined }) {
  const t = useTranslations("DocsSearch");
  return (
    <div role="status" className={count === 0 ? "px-5 py-6" : "sr-only"}>
      {count !== undefined && <p className="font-semibold">{t("count", { count })}</p>}
      {count === 0 && <p className="text-muted">{t("hint")}</p>}
    </div>
  );
}
