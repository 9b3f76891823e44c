"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useSyncExternalStore, type ReactNode } from "react";
import { sampleLanguages, type SampleLanguageId } from "@/lib/docs/samples/languages.ts";
import { CopyButton } from "../copy-button.tsx";
import { useCopy } from "../hooks.ts";
import { Icon } from "../icon.tsx";
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
      <span role="status" className="sr-only">
        {outcome !== null && t(outcome)}
      </span>
      <button
        type="button"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => void copy(load())}
      >
        <Icon
          shape={outcome === "copied" ? "check" : "copy"}
          size={18}
          className={outcome === "copied" ? "text-good" : ""}
        />
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

    // On a phone, the list of pages lies over the heading that a link leads to.
    const close = () => document.getElementById("docs-pages")?.hidePopover();
    for (const link of links) link.addEventListener("click", close);

    const observer = new IntersectionObserver(mark);
    for (const heading of headings) observer.observe(heading);
    addEventListener("hashchange", mark);
    return () => {
      observer.disconnect();
      removeEventListener("hashchange", mark);
      for (const link of links) link.removeEventListener("click", close);
    };
  }, []);
  return null;
}

/**
 * Adds a copy button to every URL of the page's tables, which leave room for it: in the HTML, hundreds of buttons would
 * be most of a page.
 */
export function CopyAddresses() {
  const t = useTranslations("CopyButton");
  const add = useEffectEvent(() => {
    for (const address of document.querySelectorAll(".docs-urls code:not([dir])")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "icon-button docs-copy";
      button.dataset["copies"] = "";
      button.ariaLabel = t("copyNamed", { label: address.textContent });
      button.append(document.createElement("span"));
      address.parentElement?.setAttribute("data-copyable", "");
      address.after(button);
    }
  });
  useEffect(() => add(), []);
  return null;
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

  const { name } = sampleLanguages.find(({ id }) => id === current) ?? sampleLanguages[0];
  return (
    <div className="docs-samples">
      <SampleTabs endpoint={endpoint} label={label} current={current} />
      <div className="code-box cut">
        <header>
          <span dir="ltr">{name}</span>
          {isLoaded ? (
            <CopyButton label={name} of={`${endpoint}-${current}`} />
          ) : (
            <NothingToCopy label={name} />
          )}
        </header>
        <div className="relative">
          <div data-sample={sampleLanguage.first}>{children}</div>
          {otherLanguages.map(({ id, name: title }, index) => {
            const own = id === current ? samples?.[endpoint] : undefined;
            return (
              <pre
                key={id}
                id={`${endpoint}-${id}`}
                data-sample={id}
                dir="ltr"
                tabIndex={0}
                role="group"
                aria-label={title}
                aria-busy={id === current && !isLoaded ? true : undefined}
                className="docs-code"
                dangerouslySetInnerHTML={{ __html: `<code>${own ?? blank(sizes[index])}</code>` }}
              />
            );
          })}
          {!isLoaded && <LoadNote of="DocsSamples" retry={retry} className="docs-sample-note" />}
        </div>
      </div>
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
      className="icon-button opacity-50"
    >
      <Icon shape="copy" size={20} />
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
    <fieldset className="tabs noscript:hidden" dir="ltr">
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
