"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { Icon } from "../icon.tsx";
import { useCopy } from "../use-copy.ts";
import { fetchFile } from "./loader.tsx";

/** Copies the page as Markdown, which is at `href`. */
export function CopyPage({ label, href }: { label: string; href: string }) {
  const t = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  const load = async () => (await fetchFile(href)).text();
  // A click finds it in the browser's cache.
  const prefetch = () => void load().catch(() => undefined);

  return (
    <span className="flex items-center noscript:hidden">
      <span role="status" className="sr-only">
        {outcome !== null && t(outcome)}
      </span>
      <button
        type="button"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => void copy(load())}
        // Its width is there before its text.
        className="flex min-h-11 min-w-33 cursor-pointer items-center gap-2 rounded-md px-2 font-semibold text-ink hover:bg-sunken"
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
