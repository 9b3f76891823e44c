"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { createPortal } from "react-dom";
import { parseIdentifier, type NameRules } from "@/lib/contract/identifiers.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { playerPath } from "@/site/pages/player-path.ts";
import { tidy } from "./known-player.ts";
import { BOX, EXAMPLES, LIST } from "./search-ids.ts";
import { storeSearch } from "./searches.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import type { Query, Suggestions } from "./use-suggestions.ts";

const NONE = -1;
/** Ways to put a whole text into a box at once. */
const AT_ONCE = ["insertFromPaste", "insertFromDrop"];

interface ComboboxProps {
  suggestions: Suggestions;
  nameRules: NameRules;
  onQuery: (query: Query) => void;
}

/**
 * Makes the box of the page's search a combobox, after the pattern of the ARIA guide. The box is the server's, and stays
 * as it is with what was typed before: this listens to it.
 */
export function Combobox({ suggestions, nameRules, onQuery }: ComboboxProps) {
  const t = useTranslations("SearchForm");
  const locale = useLocale();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  const { options, found, isOnCard, hasSearches, text } = suggestions;

  const isShown = isOpen && !isOnCard && (options.length > 0 || (hasSearches && text === ""));
  const chosen = active < options.length ? active : NONE;
  const optionId = (index: number) => `${listId}-${index}`;
  const activeId = isShown && chosen !== NONE ? optionId(chosen) : null;

  useEffect(() => {
    const box = boxOfPage();
    box?.setAttribute("aria-controls", listId);
    box?.setAttribute("aria-expanded", String(isShown));
    if (activeId === null) box?.removeAttribute("aria-activedescendant");
    else box?.setAttribute("aria-activedescendant", activeId);
  }, [listId, isShown, activeId]);

  const read = useEffectEvent((isWhole: boolean) => {
    const box = boxOfPage();
    onQuery({ text: tidy(box?.value ?? ""), isWhole });
    setOpen(document.activeElement === box);
    setActive(NONE);
  });

  const close = () => {
    setOpen(false);
    setActive(NONE);
  };

  const submit = useEffectEvent((event: Event) => {
    event.preventDefault();
    const box = boxOfPage();
    const wanted = tidy(box?.value ?? "");
    if (wanted === "") {
      // The browser's own bubble, until the next letter.
      box?.setCustomValidity(t("empty"));
      box?.reportValidity();
    } else if (parseIdentifier(wanted, nameRules) === null) {
      read(true);
    } else {
      // Only players who were found are offered again.
      if (found[0] !== undefined) storeSearch(found[0]);
      location.assign(localePath(locale, playerPath(wanted)));
    }
  });

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const box = boxOfPage();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      if (isShown) setActive(next(chosen, event.key === "ArrowDown" ? 1 : -1, options.length));
    } else if (event.key === "Enter" && activeId !== null) {
      event.preventDefault();
      document.getElementById(activeId)?.click();
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      close();
    } else if (event.key === "Escape" && box?.value) {
      // As in a search field, a second Escape empties the box.
      event.preventDefault();
      box.value = "";
      read(false);
    }
  });

  const leave = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    if (!boxOfPage()?.form?.contains(relatedTarget as Node | null)) close();
  });

  /** Examples are links: here they fill the box. */
  const choose = useEffectEvent((event: MouseEvent) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-example]");
    const box = boxOfPage();
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
    if (!link || box === null || isElsewhere) return;
    event.preventDefault();
    box.value = link.dataset["example"] ?? "";
    read(true);
  });

  useEffect(() => {
    const box = boxOfPage();
    const end = new AbortController();
    const { signal } = end;
    box?.addEventListener(
      "input",
      (event) => {
        box.setCustomValidity("");
        read(event instanceof InputEvent && AT_ONCE.includes(event.inputType));
      },
      { signal },
    );
    box?.addEventListener("click", () => setOpen(true), { signal });
    box?.addEventListener("keydown", press, { signal });
    box?.form?.addEventListener("submit", submit, { signal });
    box?.form?.addEventListener("focusout", leave, { signal });
    document.getElementById(EXAMPLES)?.addEventListener("click", choose, { signal });
    // The text may have been typed before this code came.
    if (box?.value) box.dispatchEvent(new Event("input"));
    return () => end.abort();
  }, []);

  const place = document.getElementById(LIST);
  return (
    isShown &&
    place &&
    createPortal(
      <SuggestionList
        listId={listId}
        suggestions={suggestions}
        active={chosen}
        optionId={optionId}
        onPoint={setActive}
        onChoose={(player) => {
          // Only players who were found are offered again.
          if (player.reason !== "typed") storeSearch(player);
        }}
      />,
      place,
    )
  );
}

function boxOfPage(): HTMLInputElement | null {
  return document.querySelector(`#${BOX}`);
}

/** The next option, wrapping around by way of the box itself (-1). */
function next(current: number, step: 1 | -1, count: number): number {
  const places = count + 1;
  return ((current + 1 + step + places) % places) - 1;
}
