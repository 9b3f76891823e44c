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
    <div className="flex max-h-[80dvh] flex-col">
      <div className="flex items-center gap-1 border-b border-line ps-4 pe-1.5">
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
          className="min-h-14 min-w-0 grow bg-transparent text-lg outline-none placeholder:text-muted"
        />
        <button
          type="button"
          aria-label={t("close")}
          onClick={onClose}
          className="flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <Icon shape="close" size={16} />
        </button>
      </div>
      <SearchNote count={found && count} />
      {!isEmpty && search === undefined && (
        <div className="px-5 py-6">
          <LoadNote of="DocsSearch" retry={retry} />
        </div>
      )}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t("results")}
        className="overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        {pages.map(({ title, sections }, position) => (
          <div key={title} role="group" aria-labelledby={`${id}-group-${position}`}>
            <div
              id={`${id}-group-${position}`}
              className="px-3 pt-2 pb-1 text-sm font-semibold text-muted"
            >
              {title}
            </div>
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
                  className="block rounded-md px-3 py-2 aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-edge"
                >
                  <Pieces
                    pieces={heading.length > 0 ? heading : plain(title)}
                    className="block font-semibold"
                  />
                  <Pieces
                    pieces={excerpt}
                    className="block text-sm text-pretty text-muted empty:hidden"
                  />
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
