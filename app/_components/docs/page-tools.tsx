"use client";

import { useEffect } from "react";
import { CopyLater } from "./copy-later.tsx";

interface CopyPageProps {
  label: string;
  /** The path of the page as Markdown. */
  href: string;
  /** Said when it does not arrive. */
  failed: string;
}

/** Copies the page as Markdown. */
export function CopyPage({ label, href, failed }: CopyPageProps) {
  const load = async () => {
    const response = await fetch(href);
    if (!response.ok) throw new Error(`${href} returned ${response.status}.`);
    return response.text();
  };
  // A click finds it in the browser's cache.
  const prefetch = () => void load().catch(() => undefined);
  return (
    <span onPointerEnter={prefetch} onFocus={prefetch} className="docs-copy-page">
      <CopyLater label={label} isLabelShown failed={failed} text={load} />
    </span>
  );
}

/**
 * Marks the section being read in the table of contents, which works without it, and opens folded sections for browsers
 * that do not do that by themselves when a link leads into one.
 */
export function CurrentHeading() {
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(".docs-headings a")];
    // A folded section has its id within; what shows where it is, is its summary.
    const headings = links.flatMap(({ hash }) => {
      const target = document.getElementById(hash.slice(1));
      return target === null ? [] : { hash, shown: summaryOf(target) ?? target };
    });

    const mark = () => {
      const visible = headings.filter(({ shown }) => {
        const { top, bottom } = shown.getBoundingClientRect();
        return bottom >= 0 && top <= innerHeight;
      });
      const target = visible.find(({ hash }) => location.hash === hash);
      const passed = headings.findLast(({ shown }) => shown.getBoundingClientRect().top < 0);
      const current = target ?? visible[0] ?? passed;
      for (const link of links) link.ariaCurrent = link.hash === current?.hash ? "true" : null;
    };

    const unfold = () => {
      const target = document.getElementById(location.hash.slice(1));
      const fold = target?.closest("details");
      if (!target || !fold || fold.open) return;
      fold.open = true;
      target.scrollIntoView();
    };
    const follow = () => {
      unfold();
      mark();
    };

    // On a phone, the list of pages lies over the heading that a link leads to.
    const close = () => document.getElementById("docs-pages")?.hidePopover();
    for (const link of links) link.addEventListener("click", close);

    unfold();
    const observer = new IntersectionObserver(mark);
    for (const { shown } of headings) observer.observe(shown);
    addEventListener("hashchange", follow);
    return () => {
      observer.disconnect();
      removeEventListener("hashchange", follow);
      for (const link of links) link.removeEventListener("click", close);
    };
  }, []);
  return null;
}

/** The button that opens the part around an element. */
function summaryOf(element: Element): Element | null | undefined {
  return element.closest("details")?.querySelector("summary");
}
