import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";

const SHOWN_MS = 2_500;

export interface Copying {
  /** How the last copying went, for as long as that is news. */
  outcome: "copied" | "failed" | null;
  copy(text: string): Promise<void>;
}

/** Copies texts and remembers for a moment whether that worked. */
export function useCopy(): Copying {
  const [outcome, setOutcome] = useState<Copying["outcome"]>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  return {
    outcome,
    copy: async (text) => setOutcome((await copyText(text)) ? "copied" : "failed"),
  };
}
