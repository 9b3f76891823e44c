"use client";

import { Check, Copy, X } from "lucide-react";
import { useRef, useSyncExternalStore, type ReactNode } from "react";
import { useTranslations } from "next-intl";
import type { SampleLanguageId } from "@/lib/docs/samples/languages.ts";
import { useCopy } from "../copy-button.tsx";
import { sampleLanguage } from "../page-choices.ts";

interface CodeBoxProps {
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

interface SampleTabsProps {
  label: string;
  languages: readonly { id: SampleLanguageId; name: string }[];
}

/** Chooses the language of all samples. */
export function SampleTabs({ label, languages }: SampleTabsProps) {
  const current = useSyncExternalStore(
    sampleLanguage.watch,
    sampleLanguage.current,
    () => sampleLanguage.first,
  );
  return (
    <fieldset className="-ms-4 flex min-w-0 overflow-x-auto" dir="ltr">
      <legend className="sr-only">{label}</legend>
      {languages.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === current}
          onClick={() => sampleLanguage.choose(id)}
          className="min-h-11 shrink-0 cursor-pointer border-b-2 border-transparent px-3 text-sm text-muted hover:text-ink aria-pressed:border-action aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
