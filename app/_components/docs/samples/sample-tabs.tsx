"use client";

import { useSyncExternalStore } from "react";
import type { SampleLanguageId } from "@/lib/docs/samples/languages.ts";
import {
  chooseSampleLanguage,
  currentSampleLanguage,
  firstSampleLanguage,
  watchSampleLanguage,
} from "./sample-language.ts";

export interface SampleTabsProps {
  label: string;
  languages: readonly { id: SampleLanguageId; name: string }[];
}

const firstShown = (): SampleLanguageId => firstSampleLanguage;

/** Chooses the language of all samples. */
export function SampleTabs({ label, languages }: SampleTabsProps) {
  const current = useSyncExternalStore(watchSampleLanguage, currentSampleLanguage, firstShown);
  return (
    <fieldset className="-ms-4 flex min-w-0 overflow-x-auto" dir="ltr">
      <legend className="sr-only">{label}</legend>
      {languages.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === current}
          onClick={() => chooseSampleLanguage(id)}
          className="min-h-11 shrink-0 cursor-pointer border-b-2 border-transparent px-3 text-sm text-muted hover:text-ink aria-pressed:border-action aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
