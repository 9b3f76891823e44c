"use client";

import { useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore, type ReactNode } from "react";
import { sampleLanguages } from "@/lib/docs/samples/languages.ts";
import { sampleLanguage } from "../../page-choices.ts";
import { CodeBox } from "../code-box.tsx";
import { loadSamples, samplesIn, watchSamples } from "./load-samples.ts";

/** How many lines a sample has, and how long the longest is. */
export type SampleSize = readonly [lines: number, characters: number];

interface SampleBoxProps {
  /** Its id. */
  endpoint: string;
  label: string;
  /** Of the other languages, which are loaded on demand. */
  sizes: readonly SampleSize[];
  /** The sample in the first language. */
  children: ReactNode;
}

const [, ...otherLanguages] = sampleLanguages;

/** The samples of an endpoint. The stylesheet picks the one to show, before any script runs. */
export function SampleBox({ endpoint, label, sizes, children }: SampleBoxProps) {
  const current = useSyncExternalStore(
    sampleLanguage.watch,
    sampleLanguage.current,
    () => sampleLanguage.first,
  );
  const isFirst = current === sampleLanguage.first;
  const samples = useSyncExternalStore(
    watchSamples,
    () => samplesIn(current),
    () => undefined,
  );
  const isLoaded = isFirst || typeof samples === "object";

  useEffect(() => {
    if (!isFirst) loadSamples(current);
  }, [isFirst, current]);

  return (
    <CodeBox bar={<SampleTabs label={label} current={current} />} isBusy={!isLoaded}>
      <div className="relative">
        <div data-sample={sampleLanguage.first}>{children}</div>
        {otherLanguages.map(({ id, name }, index) => {
          const own = id === current && typeof samples === "object" ? samples[endpoint] : undefined;
          const html = own ?? blank(sizes[index]);
          return (
            <pre
              key={id}
              data-sample={id}
              dir="ltr"
              tabIndex={0}
              role="group"
              aria-label={name}
              aria-busy={id === current && !isLoaded ? true : undefined}
              className="docs-code"
              dangerouslySetInnerHTML={{ __html: `<code>${html}</code>` }}
            />
          );
        })}
        {!isLoaded && (
          <LoadingNote hasFailed={samples === "failed"} retry={() => loadSamples(current)} />
        )}
      </div>
    </CodeBox>
  );
}

/** Reserves the sample's room, so that nothing moves when it arrives. */
function blank([lines, characters]: SampleSize = [1, 0]): string {
  return " ".repeat(characters) + "\n".repeat(lines);
}

interface LoadingNoteProps {
  hasFailed: boolean;
  retry: () => void;
}

/** Shown until the sample is loaded. */
function LoadingNote({ hasFailed, retry }: LoadingNoteProps) {
  const t = useTranslations("DocsSamples");
  return (
    <div className="docs-sample-note">
      <p role="status">{!hasFailed && t("loading")}</p>
      {hasFailed && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="text-bad">{t("failed")}</p>
          <button
            type="button"
            onClick={retry}
            className="min-h-9 cursor-pointer rounded-md border border-edge bg-surface px-3 font-semibold text-ink hover:bg-sunken"
          >
            {t("retry")}
          </button>
        </div>
      )}
    </div>
  );
}

interface SampleTabsProps {
  label: string;
  current: string;
}

/** Chooses the language of all samples. */
function SampleTabs({ label, current }: SampleTabsProps) {
  return (
    <fieldset className="docs-tabs" dir="ltr">
      <legend className="sr-only">{label}</legend>
      {sampleLanguages.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === current}
          onClick={() => sampleLanguage.choose(id)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
