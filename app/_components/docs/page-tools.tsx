"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useCopy } from "../hooks.ts";
import { fetchFile } from "./loader.tsx";

interface CopyPageProps {
  label: string;
  /** The page as Markdown. */
  href: string;
}

/** Copies the page as Markdown. */
export function CopyPage({ label, href }: CopyPageProps) {
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
