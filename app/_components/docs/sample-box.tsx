"use client";

import { useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore, type ReactNode } from "react";
import { sampleLanguages, type SampleLanguageId } from "@/lib/docs/samples/languages.ts";
import { sampleLanguage } from "../page-choices.ts";
import { CodeBox } from "./code-box.tsx";

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
    () => loaded.get(current),
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

/** Shown until the sample is loaded. */
function LoadingNote({ hasFailed, retry }: { hasFailed: boolean; retry: () => void }) {
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

/** Chooses the language of all samples. */
function SampleTabs({ label, current }: { label: string; current: string }) {
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

/** The samples in one language, as HTML, by the id of the endpoint. */
type Samples = Readonly<Record<string, string>>;

/** By language, for all boxes of the page. */
const loaded = new Map<SampleLanguageId, Samples | "loading" | "failed">();
const watchers = new Set<() => void>();

function watchSamples(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** Loads the samples in a language once; a failure is not cached. */
function loadSamples(language: SampleLanguageId): void {
  const set = (state: Samples | "loading" | "failed") => {
    loaded.set(language, state);
    for (const changed of watchers) changed();
  };
  if ((loaded.get(language) ?? "failed") !== "failed") return;
  set("loading");
  fetchSamples(language).then(set, () => set("failed"));
}

async function fetchSamples(language: SampleLanguageId): Promise<Samples> {
  const response = await fetch(`/docs-samples/${language}`);
  if (!response.ok) throw new Error(`/docs-samples/${language} returned ${response.status}.`);
  return response.json();
}
