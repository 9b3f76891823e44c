import { useLocale, useTranslations } from "next-intl";
import {
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import type { Piece } from "@/lib/docs/search/search.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { Icon } from "../../icon.tsx";
import { createLoader, fetchFile, LoadNote } from "../loader.tsx";

/** A page that is offered while the search box is empty. */
export interface PopularPage {
  title: string;
  /** Without the language. */
  path: string;
}

/** The search in a language: its code and its index, which most visitors do not need. */
const useSearch = createLoader(async (locale: string) => {
  const [{ createSearch }, index] = await Promise.all([
    import("@/lib/docs/search/search.ts"),
    fetchFile(`/docs-search/${locale}`),
  ]);
  return createSearch(await index.json());
});

/** The search box and its results: a combobox with a list, after the ARIA pattern. */
export function SearchPanel(props: { popular: readonly PopularPage[]; onClose: () => void }) {
  const { popular, onClose } = props;
  const t = useTranslations("DocsSearch");
  const locale = useLocale();
  const id = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const query = useDeferredValue(text.trim());
  const isEmpty = query === "";
  const { value: search, retry } = useSearch(locale);
  const found = useMemo(() => (isEmpty ? undefined : search?.(query)), [isEmpty, query, search]);
  const sections = popular.map(({ title, path }) => ({ path, heading: plain(title), excerpt: [] }));
  const pages = isEmpty ? [{ title: t("popular"), sections }] : (found ?? []);
  const count = pages.reduce((sum, { sections }) => sum + sections.length, 0);
  const chosen = Math.min(active, count - 1);
  const optionId = (index: number) => `${id}-${index}`;
  const chosenId = optionId(chosen);

  useEffect(() => {
    document.getElementById(chosenId)?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (count > 0) setActive((chosen + step + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      document.getElementById(chosenId)?.click();
    }
  };

  const choose = (event: MouseEvent) => {
    // A link opened in another tab leaves the search open.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onClose();
  };

  let index = 0;
  return (
    <div className="docs-search-panel">
      <div>
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that opens takes the focus.
          autoFocus
          type="text"
          role="combobox"
          aria-label={t("title")}
          aria-autocomplete="list"
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={count > 0 ? chosenId : undefined}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t("placeholder")}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
          }}
          onKeyDown={handleKey}
        />
        <button type="button" aria-label={t("close")} onClick={onClose}>
          <Icon shape="close" size={16} />
        </button>
      </div>
      <SearchNote count={found && count} />
      {!isEmpty && search === undefined && <LoadNote of="DocsSearch" retry={retry} />}
      <div id={`${id}-list`} role="listbox" aria-label={t("results")}>
        {pages.map(({ title, sections }, position) => (
          <div key={title} role="group" aria-labelledby={`${id}-group-${position}`}>
            <p id={`${id}-group-${position}`}>{title}</p>
            {sections.map(({ path, heading, excerpt }) => {
              const own = index++;
              return (
                <a
                  key={path}
                  href={localePath(locale, path)}
                  id={optionId(own)}
                  role="option"
                  aria-selected={own === chosen}
                  tabIndex={-1}
                  onClick={choose}
                  onPointerMove={() => setActive(own)}
                >
                  <b>{markedOf(heading.length > 0 ? heading : plain(title))}</b>
                  <span>{markedOf(excerpt)}</span>
                </a>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function plain(text: string): Piece[] {
  return [{ text, isMatch: false }];
}

function markedOf(pieces: readonly Piece[]) {
  return pieces.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text));
}

/** The number of results, once it is known: always announced, shown only when there are none. */
function SearchNote({ count }: { count: number | undefined }) {
  const t = useTranslations("DocsSearch");
  return (
    <div role="status" className={count === 0 ? "docs-search-note" : "sr-only"}>
      {count !== undefined && <b>{t("count", { count })}</b>}
      {count === 0 && <p>{t("hint")}</p>}
    </div>
  );
}
