"use client";

import { Check, Copy, X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { useTranslations } from "next-intl";
import { useCopy } from "../use-copy.ts";

export interface CodeBoxProps {
  name?: string | undefined;
  /** Stands beside the button: tabs, or nothing. */
  bar?: ReactNode;
  children: ReactNode;
}

/** A frame around code. Its button copies the code that is shown. */
export function CodeBox({ name, bar, children }: CodeBoxProps) {
  const t = useTranslations("CopyButton");
  const box = useRef<HTMLDivElement>(null);
  const { outcome, copy } = useCopy();

  const copyShown = () => {
    // What is not shown, such as the code of another tab, has no text to be seen.
    const shown = [...(box.current?.querySelectorAll("pre") ?? [])].find((pre) =>
      pre.checkVisibility(),
    );
    void copy(shown?.textContent ?? "");
  };

  const Icon = outcome === null ? Copy : outcome === "copied" ? Check : X;
  return (
    <div ref={box} className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex min-h-11 items-center justify-between gap-2 border-b border-line bg-sunken ps-4 pe-1">
        {bar ?? (
          <span dir="ltr" className="truncate font-mono text-sm text-muted">
            {name}
          </span>
        )}
        <span className="flex shrink-0 items-center">
          <span role="status" className="text-sm text-muted">
            {outcome !== null && t(outcome)}
          </span>
          <button
            type="button"
            onClick={copyShown}
            className="flex size-10 cursor-pointer items-center justify-center rounded-md text-muted hover:text-ink"
          >
            <Icon aria-hidden className="size-4" />
            <span className="sr-only">{t("copy")}</span>
          </button>
        </span>
      </div>
      {children}
    </div>
  );
}
