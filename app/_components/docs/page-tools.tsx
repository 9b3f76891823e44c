"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useCopy } from "../copy-button.tsx";

interface CopyPageProps {
  label: string;
  /** The page as Markdown. */
  href: string;
}

/** Copies the page as Markdown. It is fetched as soon as the button is pointed at. */
export function CopyPage({ label, href }: CopyPageProps) {
  const t = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  const text = useRef<Promise<string>>(undefined);

  const load = () => {
    text.current ??= fetchText(href);
    // A failed fetch is not kept, so that a retry works; `copy` reports it.
    text.current.catch(() => (text.current = undefined));
    return text.current;
  };

  return (
    <span className="docs-copy-page">
      <span role="status">{outcome !== null && t(outcome)}</span>
      <button
        type="button"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => void copy(load())}
      >
        <span aria-hidden className="docs-icon" data-icon="copy" />
        {label}
      </button>
    </span>
  );
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return response.text();
}

/** Marks the section being read in the table of contents, which works without it. */
export function CurrentHeading() {
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(".docs-headings a")];
    const headings = links.flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? []);
    const visible = new Set<Element>();

    const mark = () => {
      const target = headings.find(({ id }) => location.hash === `#${id}`);
      const passed = headings.findLast((heading) => heading.getBoundingClientRect().top < 0);
      const first = headings.find((heading) => visible.has(heading));
      const current = target !== undefined && visible.has(target) ? target : (first ?? passed);
      for (const link of links) {
        if (link.hash === `#${current?.id}`) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    };

    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      mark();
    });
    for (const heading of headings) observer.observe(heading);
    addEventListener("hashchange", mark);
    return () => {
      observer.disconnect();
      removeEventListener("hashchange", mark);
    };
  }, []);
  return null;
}
