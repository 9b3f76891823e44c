"use client";

import { useRef, type ReactNode } from "react";
import { useTranslations } from "next-intl";
import { useCopy } from "../hooks.ts";

interface CodeBoxProps {
  name?: string | undefined;
  /** Content beside the button, such as tabs. */
  bar?: ReactNode;
  /** The code is still loading. */
  isBusy?: boolean;
  children: ReactNode;
}

const icons = { copied: "check", failed: "cross" } as const;

/** A frame around code. Its button copies the code that is shown. */
export function CodeBox({ name, bar, isBusy = false, children }: CodeBoxProps) {
  const t = useTranslations("CopyButton");
  const box = useRef<HTMLDivElement>(null);
  const { outcome, copy } = useCopy();

  const copyShown = () => {
    // `innerText` leaves out hidden text, such as the code of another tab.
    const shown = [...(box.current?.querySelectorAll("pre") ?? [])].find((pre) =>
      pre.checkVisibility(),
    );
    void copy(shown?.textContent ?? "");
  };

  return (
    <div ref={box} className="docs-box">
      <div className="docs-box-bar">
        {bar ?? (
          <span dir="ltr" className="docs-box-name">
            {name}
          </span>
        )}
        <span className="docs-copy">
          <span role="status">{outcome !== null && t(outcome)}</span>
          <button type="button" aria-disabled={isBusy} onClick={isBusy ? undefined : copyShown}>
            <span
              aria-hidden
              className="docs-icon"
              data-icon={outcome === null ? "copy" : icons[outcome]}
            />
            <span className="sr-only">{t("copy")}</span>
          </button>
        </span>
      </div>
      {children}
    </div>
  );
}
