"use client";

import { useEffect, useState } from "react";
import { storedHtml } from "./stored-html.ts";

interface StaticHtmlProps {
  /** The name it is stored under, and its id on the page. */
  id: string;
  as?: "div" | "script";
  className?: string;
  /** Of a script. A browser hides it, which React's development build would report. */
  nonce?: string | undefined;
}

/**
 * HTML that never changes. It is in the page once: the data that React sends for hydration has its
 * name only. In the browser it is read from the document.
 */
export function StaticHtml({ id, as: Tag = "div", ...others }: StaticHtmlProps) {
  const [html] = useState(() =>
    typeof document === "undefined" ? storedHtml(id) : document.getElementById(id)?.innerHTML,
  );

  useEffect(() => {
    // The document lacks it: the visitor came here, or the page changed, without loading a document.
    if (html === undefined) location.reload();
  }, [html]);

  return (
    <Tag
      // A nonce comes first: `content-policy.ts` finds our scripts by it.
      {...others}
      id={id}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html ?? "" }}
    />
  );
}
