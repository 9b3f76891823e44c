"use client";

import { useEffect, useState } from "react";
import { COPIED_MS, copyText } from "./copy-text.ts";

/** Copies texts that are made when a button is pressed, and tells each outcome for a moment. */
export function useCopy() {
  // A new object for each copy, so that the moment begins again.
  const [shown, setShown] = useState<{ outcome: "copied" | "failed" } | null>(null);

  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const copy = async (text: string | Promise<string>) => {
    const isCopied = await Promise.resolve(text).then(copyText, () => false);
    setShown({ outcome: isCopied ? "copied" : "failed" });
  };
  return { outcome: shown?.outcome, copy };
}
