"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useBrowserValue } from "../../hooks.ts";
import { Icon } from "../../icon.tsx";
import { createLoader, LoadNote } from "../loader.tsx";
import type { PopularPage } from "./search-panel.tsx";

/** Most visitors never search, so the search is loaded when it is opened. */
const loadPanel = () => import("./search-panel.tsx");
const usePanel = createLoader((_isOpen: true) => loadPanel());

/** On a Mac, Ctrl-K cuts a line. */
const isOnApple = () => /^(?:Mac|iP)/.test(navigator.platform);

/** The button that opens the search, and its dialog. */
export function SearchLauncher({ popular }: { popular: readonly PopularPage[] }) {
  const t = useTranslations("DocsSearch");
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { value: panel, retry } = usePanel(isOpen || undefined);
  const isApple = useBrowserValue(isOnApple, false);

  const open = () => {
    setOpen(true);
    if (dialog.current?.open === false) dialog.current.showModal();
  };

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { code, key, shiftKey, altKey, ctrlKey, metaKey } = event;
    // On keyboards without Latin letters, the physical key counts.
    const isK = code === "KeyK" || key.toLowerCase() === "k";
    const isCommand = isOnApple() ? metaKey : ctrlKey && !metaKey;
    if (!isK || !isCommand || shiftKey || altKey) return;
    event.preventDefault();
    open();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
        onClick={open}
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
        className="flex min-h-11 min-w-0 cursor-pointer items-center gap-2 rounded-lg border border-edge bg-surface px-3 text-muted hover:text-ink max-[75rem]:basis-1/2 max-sm:basis-11 max-sm:justify-center max-sm:px-0 min-[75rem]:w-full noscript:hidden"
      >
        <Icon shape="search" size={16} />
        <span className="grow truncate text-start text-sm max-sm:sr-only">{t("open")}</span>
        <kbd
          aria-hidden
          dir="ltr"
          // A Japanese label needs the room of the keys.
          className="shrink-0 rounded border border-line px-1.5 font-sans text-sm max-sm:hidden pointer-coarse:hidden [:lang(ja)_&]:hidden"
        >
          {isApple ? "⌘K" : "Ctrl K"}
        </kbd>
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the browser closes the dialog on Escape. */}
      <dialog
        ref={dialog}
        aria-label={t("title")}
        // The event comes a moment later, when the dialog may be open again.
        onClose={({ currentTarget }) => setOpen(currentTarget.open)}
        onClick={({ target, currentTarget }) => {
          // Only clicks on the backdrop have the dialog itself as their target.
          if (target === currentTarget) currentTarget.close();
        }}
        className="mx-auto mt-[8dvh] w-[min(42rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-surface text-ink shadow-float backdrop:bg-stage/70 max-sm:mt-3"
      >
        {isOpen &&
          (panel === undefined ? (
            <div className="px-5 py-6">
              <LoadNote of="DocsSearch" retry={retry} />
            </div>
          ) : (
            <panel.SearchPanel popular={popular} onClose={() => dialog.current?.close()} />
          ))}
      </dialog>
    </>
  );
}
