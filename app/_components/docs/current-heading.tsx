"use client";

import { useEffect } from "react";

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
