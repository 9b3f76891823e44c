"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from "react";
import { localePath } from "@/lib/i18n/routing.ts";
import { playerPath } from "@/lib/site/player-path.ts";
import { tidy } from "./preview.ts";
import { SearchBox } from "./search-box.tsx";
import { LookupStatus, SuggestionList } from "./suggestion-list.tsx";
import { storeSearch, type Suggestions } from "./use-suggestions.ts";

const NONE = -1;
const FIELDS = "input, select, textarea, [contenteditable]";

/**
 * The search: a combobox, after the pattern of the ARIA guide, with a list of other players than the one whom the
 * page shows. Without JavaScript it is a plain form that leads to the player's page.
 */
export function SearchForm({ suggestions }: { suggestions: Suggestions }) {
  const t = useTranslations("SearchForm");
  const locale = useLocale();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  const { wanted, likely, hasSearches, setText, canBePlayer } = suggestions;
  const options = suggestions.options.filter((player) => player !== likely);

  // Text may have been typed before hydration.
  useEffect(() => {
    const text = input.current?.value ?? "";
    if (text === "") return;
    setText(text);
    setOpen(document.activeElement === input.current);
  }, [setText]);

  // A slash focuses the box, unless the visitor is typing in another field.
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.matches(FIELDS)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);

  const shown = isOpen && (options.length > 0 || (hasSearches && wanted === ""));
  const chosen = active < options.length ? active : NONE;
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    setOpen(false);
    setActive(NONE);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setOpen(true);
    const text = tidy(input.current?.value ?? "");
    if (text === "") {
      // The browser's own bubble, until the next letter.
      input.current?.setCustomValidity(t("empty"));
      input.current?.reportValidity();
    } else if (canBePlayer(text)) {
      // Only players who were found are offered again.
      if (likely !== undefined) storeSearch(likely);
      location.assign(localePath(locale, playerPath(text)));
    }
  };

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      if (shown) setActive(next(chosen, event.key === "ArrowDown" ? 1 : -1, options.length));
    } else if (event.key === "Enter" && shown && chosen !== NONE) {
      event.preventDefault();
      document.getElementById(optionId(chosen))?.click();
    } else if (event.key === "Escape" && shown) {
      // A second Escape empties the box.
      event.preventDefault();
      close();
    }
  };

  return (
    <form
      role="search"
      action={localePath(locale, "/player")}
      method="get"
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
      className="relative"
    >
      <label htmlFor="username" className="sr-only">
        {t("label")}
      </label>
      <div className="relative">
        <SearchBox
          ref={input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-activedescendant={shown && chosen !== NONE ? optionId(chosen) : undefined}
          aria-keyshortcuts="/"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- searching is what the home page is for.
          autoFocus
          onInput={({ currentTarget }) => {
            currentTarget.setCustomValidity("");
            setText(currentTarget.value);
            setOpen(true);
            setActive(NONE);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={press}
        >
          <kbd aria-hidden>/</kbd>
        </SearchBox>
        {shown && (
          <SuggestionList
            listId={listId}
            suggestions={{ ...suggestions, options }}
            active={chosen}
            optionId={optionId}
            onPoint={setActive}
            onChoose={storeSearch}
          />
        )}
      </div>
      <LookupStatus suggestions={suggestions} />
    </form>
  );
}

/** The next option, wrapping around by way of the box itself (-1). */
function next(current: number, step: 1 | -1, count: number): number {
  const places = count + 1;
  return ((current + 1 + step + places) % places) - 1;
}
