"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from "react";
import { sampleLanguages, type SampleLanguageId } from "@/lib/docs/samples/languages.ts";
import { useCopy } from "../hooks.ts";
import { sampleLanguage } from "../page-choices.ts";
import { createLoader, fetchFile, LoadNote } from "./loader.tsx";

/** Copies the page as Markdown, which is at `href`. */
export function CopyPage({ label, href }: { label: string; href: string }) {
  const t = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  const load = async () => (await fetchFile(href)).text();
  // A click finds it in the browser's cache.
  const prefetch = () => void load().catch(() => undefined);

  return (
    <span className="docs-copy-page">
      <span role="status">{outcome !== null && t(outcome)}</span>
      <button
        type="button"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => void copy(load())}
      >
        <span aria-hidden className="docs-icon" data-icon="copy" />
        {label}
      </button>
    </span>
  );
}

/** Marks the section being read in the table of contents, which works without it. */
export function CurrentHeading() {
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(".docs-headings a")];
    const headings = links.flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? []);

    const mark = () => {
      const visible = headings.filter((heading) => {
        const { top, bottom } = heading.getBoundingClientRect();
        return bottom >= 0 && top <= innerHeight;
      });
      const target = visible.find(({ id }) => location.hash === `#${id}`);
      const passed = headings.findLast((heading) => heading.getBoundingClientRect().top < 0);
      const current = target ?? visible[0] ?? passed;
      for (const link of links) link.ariaCurrent = link.hash === `#${current?.id}` ? "true" : null;
    };

    const observer = new IntersectionObserver(mark);
    for (const heading of headings) observer.observe(heading);
    addEventListener("hashchange", mark);
    return () => {
      observer.disconnect();
      removeEventListener("hashchange", mark);
    };
  }, []);
  return null;
}

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
          <span dir="ltr" className="truncate font-mono text-[0.875rem] text-muted">
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

/** The samples in one language, as HTML, by the id of the endpoint. */
const useSamples = createLoader(
  async (language: SampleLanguageId): Promise<Readonly<Record<string, string>>> =>
    (await fetchFile(`/docs-samples/${language}`)).json(),
);

/** The samples of an endpoint. The stylesheet picks the one to show, before any script runs. */
export function SampleBox({ endpoint, label, sizes, children }: SampleBoxProps) {
  const current = useSyncExternalStore(
    sampleLanguage.watch,
    sampleLanguage.current,
    () => sampleLanguage.first,
  );
  const isFirst = current === sampleLanguage.first;
  const { value: samples, retry } = useSamples(isFirst ? undefined : current);
  const isLoaded = isFirst || samples !== undefined;

  return (
    <CodeBox bar={<SampleTabs label={label} current={current} />} isBusy={!isLoaded}>
      <div className="relative">
        <div data-sample={sampleLanguage.first}>{children}</div>
        {otherLanguages.map(({ id, name }, index) => {
          const own = id === current ? samples?.[endpoint] : undefined;
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
              dangerouslySetInnerHTML={{ __html: `<code>${own ?? blank(sizes[index])}</code>` }}
            />
          );
        })}
        {!isLoaded && <LoadNote of="DocsSamples" retry={retry} className="docs-sample-note" />}
      </div>
    </CodeBox>
  );
}

/** Reserves the sample's room, so that nothing moves when it arrives. */
function blank([lines, characters]: SampleSize = [1, 0]): string {
  return " ".repeat(characters) + "\n".repeat(lines);
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
