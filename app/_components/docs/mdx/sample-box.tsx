"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore, type ReactNode } from "react";
import { sampleLanguages } from "@/site/docs/samples/languages.ts";
import { CopyButton } from "../../copy-button.tsx";
import { sampleLanguage } from "../../page-choices.ts";
import { LoadNote } from "../load-note.tsx";
import { Later, later } from "../../later.tsx";
import type { Samples } from "./other-samples.tsx";

/** How many lines a sample has, and how long the longest is. */
export type SampleSize = readonly [lines: number, characters: number];

interface SampleBoxProps {
  /** Its id. */
  endpoint: string;
  label: string;
  /** The sizes in the other languages, which are loaded on demand. */
  sizes: readonly SampleSize[];
  /** The sample in the first language. */
  children: ReactNode;
}

const [, ...otherLanguages] = sampleLanguages;

/** Most visitors use the first language. */
const OtherSamples = later(async () => (await import("./other-samples.tsx")).OtherSamples);

/** The samples of an endpoint. The stylesheet picks the one to show, before any script runs. */
export function SampleBox({ endpoint, label, sizes, children }: SampleBoxProps) {
  const current = useSyncExternalStore(
    sampleLanguage.watch,
    sampleLanguage.current,
    () => sampleLanguage.first,
  );
  const isFirst = current === sampleLanguage.first;
  const loadAgain = OtherSamples.useRetry();

  const { name } = sampleLanguages.find(({ id }) => id === current) ?? sampleLanguages[0];
  const show = (samples?: Samples, retry?: () => void) => {
    const isLoaded = isFirst || samples !== undefined;
    return (
      <div className="code-box cut">
        <header>
          <span dir="ltr">{name}</span>
          {isLoaded ? (
            <CopyButton label={name} of={`${endpoint}-${current}`} />
          ) : (
            <NothingToCopy label={name} />
          )}
        </header>
        <div className="docs-sample">
          <div data-sample={sampleLanguage.first}>{children}</div>
          {otherLanguages.map(({ id, name: title }, index) => {
            const sample = id === current ? samples?.[endpoint] : undefined;
            return (
              <pre
                translate="no"
                key={id}
                id={`${endpoint}-${id}`}
                data-sample={id}
                dir="ltr"
                tabIndex={0}
                role="group"
                aria-label={title}
                aria-busy={id === current && !isLoaded ? true : undefined}
                className="docs-code"
                dangerouslySetInnerHTML={{
                  __html: `<code>${sample ?? blank(sizes[index])}</code>`,
                }}
              />
            );
          })}
          {!isLoaded && (
            <div className="docs-sample-note">
              <LoadNote of="DocsSamples" retry={retry} />
            </div>
          )}
        </div>
      </div>
    );
  };
  return (
    <div className="docs-samples">
      <SampleTabs endpoint={endpoint} label={label} current={current} />
      {isFirst ? (
        show()
      ) : (
        <Later meanwhile={show(undefined, loadAgain)}>
          <OtherSamples language={current}>{show}</OtherSamples>
        </Later>
      )}
    </div>
  );
}

/** Stands where the copy button will be, until there is something to copy. */
function NothingToCopy({ label }: { label: string }) {
  const t = useTranslations("CopyButton");
  return (
    <button
      type="button"
      aria-disabled
      aria-label={t("copyNamed", { label })}
      className="icon-button"
    >
      <span className="docs-icon" />
    </button>
  );
}

/** Reserves the sample's room, so that nothing moves when it arrives. */
function blank([lines, characters]: SampleSize = [1, 0]): string {
  return " ".repeat(characters) + "\n".repeat(lines);
}

/** Chooses the language of all samples. */
function SampleTabs(props: { endpoint: string; label: string; current: string }) {
  const { endpoint, label, current } = props;
  return (
    <fieldset dir="ltr" className="tabs">
      <legend className="sr-only">{label}</legend>
      {sampleLanguages.map(({ id, name }) => (
        <label key={id}>
          <input
            type="radio"
            name={`language-${endpoint}`}
            value={id}
            checked={id === current}
            onChange={() => sampleLanguage.choose(id)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
