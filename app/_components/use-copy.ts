"use client";

import { useEffect, useState } from "react";
import { COPIED_MS, copyText } from "./copy-text.ts";

interface Shown {
  outcome: "copied" | "failed";
}

/** The copy whose result the page's status says. */
let latest: Shown;

/**
 * Copies texts and reports each result for a moment.
 * @param say The result in words for the page's status (see `Document`), where the component has none of its own.
 */
export function useCopy(say?: (outcome: Shown["outcome"]) => string) {
  // A new object for each copy, so that the moment begins again.
  const [shown, setShown] = useState<Shown | null>(null);
  const words = shown && say?.(shown.outcome);

  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), COPIED_MS);
    const status = document.getElementById("said");
    const write = (text: string) => {
      if (words && status) status.textContent = text;
    };
    latest = shown;
    write(words ?? "");
    return () => {
      clearTimeout(timer);
      if (latest === shown) write("");
    };
  }, [shown, words]);

  const copy = async (text: string | Promise<string>) => {
    const isCopied = await Promise.resolve(text).then(copyText, () => false);
    setShown({ outcome: isCopied ? "copied" : "failed" });
  };
  return { outcome: shown?.outcome, copy };
}
