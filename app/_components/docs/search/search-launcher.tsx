"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { useBrowserValue } from "../../use-browser-value.ts";
import { LoadNote } from "../load-note.tsx";
import { Later, later } from "../../later.tsx";
import { UNCORRECTED } from "../../uncorrected.ts";

/** Most visitors never search, so what finds something is loaded when the search is opened. */
const loadPanel = async () => (await import("./search-panel.tsx")).SearchPanel;
const SearchPanel = later(loadPanel);

const isOnApple = () => /^(?:Mac|iP)/.test(navigator.platform);

/** True if the browser follows `command` after the click. It warns of a dialog that is open by then. */
const opensByItself = () => "commandForElement" in HTMLButtonElement.prototype;

const ID = "docs-search";

interface SearchLauncherProps {
  /** Drawn by the server. */
  icons: { search: ReactNode; close: ReactNode };
}

/**
 * The button that opens the search, and its dialog. The browser opens it, and takes what is typed, before there is any
 * script. `aria-keyshortcuts` lets keys press the button; see `early-presses.ts`.
 */
export function SearchLauncher({ icons }: SearchLauncherProps) {
  const t = useTranslations("DocsSearch");
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const retry = SearchPanel.useRetry();
  const isApple = useBrowserValue(isOnApple, false);

  const open = () => {
    if (!opensByItself()) dialog.current?.showModal();
    setOpen(true);
  };
  const close = () => dialog.current?.close();

  const tryAgain = () => {
    input.current?.focus();
    retry?.();
  };

  const takeOver = useEffectEvent(() => {
    if (dialog.current?.open !== true) return;
    setOpen(true);
    setText(input.current?.value ?? "");
  });
  useEffect(() => takeOver(), []);

  const note = (
    <div className="docs-search-note">
      <LoadNote of="DocsSearch" retry={retry && tryAgain} />
    </div>
  );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
        {...{ command: "show-modal", commandfor: ID }}
        onClick={open}
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
        className="docs-search-open noscript:hidden"
      >
        {icons.search}
        <span>{t("open")}</span>
        <kbd aria-hidden dir="ltr">
          {isApple ? "⌘K" : "Ctrl K"}
        </kbd>
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the browser closes the dialog on Escape. */}
      <dialog
        ref={dialog}
        id={ID}
        aria-label={t("title")}
        {...{ closedby: "any" }}
        // The event comes a moment later, when the dialog may be open again.
        onClose={({ currentTarget }) => {
          setOpen(currentTarget.open);
          setText("");
          if (input.current) input.current.value = "";
        }}
        onClick={({ target, currentTarget }) => {
          // Only clicks on the backdrop have the dialog itself as their target.
          if (target === currentTarget) close();
        }}
        className="docs-search"
      >
        <div className="docs-search-box">
          <input
            ref={input}
            type="text"
            dir="auto"
            role="combobox"
            aria-label={t("title")}
            aria-autocomplete="list"
            aria-expanded={false}
            aria-controls={`${ID}-results`}
            {...UNCORRECTED}
            enterKeyHint="go"
            placeholder={t("placeholder")}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <form method="dialog">
            <button type="submit" aria-label={t("close")} className="icon-button">
              {icons.close}
            </button>
          </form>
        </div>
        {isOpen ? (
          <Later meanwhile={note}>
            <SearchPanel id={`${ID}-results`} text={text} input={input} onClose={close} />
          </Later>
        ) : (
          note
        )}
      </dialog>
    </>
  );
}
