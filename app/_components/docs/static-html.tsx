"use client";

import { useEffect, useState } from "react";
import { keptHtml } from "./kept-html.ts";

interface StaticHtmlProps {
  /** The name it was kept by, and its id on the page. */
  id: string;
  className?: string;
}

/**
 * HTML that never changes. It is in the page once: what React sends beside the HTML, to take the page
 * over, has its name only. In the browser it is read from where it stands.
 */
export function StaticHtml({ id, className }: StaticHtmlProps) {
  const [html] = useState(() =>
    typeof document === "undefined" ? keptHtml(id) : document.getElementById(id)?.innerHTML,
  );

  useEffect(() => {
    // It did not come with this document: the page was reached, or changed, without loading one.
    if (html === undefined) location.reload();
  }, [html]);

  return (
    <div
      id={id}
      className={className}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html ?? "" }}
    />
  );
}
