"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

/** Copies a value and says whether that worked. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const t = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();

  return (
    <span className="flex items-center gap-2 text-sm">
      <span role="status" className={outcome === "failed" ? "text-bad" : "text-good"}>
        {outcome !== null && t(outcome)}
      </span>
      <button
        type="button"
        aria-label={t("copyNamed", { label })}
        onClick={() => void copy(value)}
        className="text-button -me-2 min-h-8 forced-colors:border"
      >
        {t("copy")}
      </button>
    </span>
  );
}

const SHOWN_MS = 2_500;

interface Copying {
  /** How the last copying went, for as long as that is news. */
  outcome: "copied" | "failed" | null;
  copy(text: string | Promise<string>): Promise<void>;
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
    copy: async (text) => {
      const isCopied = await Promise.resolve(text).then(copyText, () => false);
      setOutcome(isCopied ? "copied" : "failed");
    },
  };
}

/**
 * Puts a text on the clipboard; false when the browser does not let us. Pages without TLS, as on a
 * home network, have no clipboard API: there the old command still works.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- there is nothing else without TLS.
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
