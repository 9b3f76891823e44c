"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";

const SHOWN_MS = 2_500;

/** Copies a value and says whether that worked. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const t = useTranslations("CopyButton");
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => setOutcome((await copyText(value)) ? "copied" : "failed");

  return (
    <span className="flex items-center gap-2 text-sm">
      <span role="status" className={outcome === "failed" ? "text-bad" : "text-good"}>
        {outcome !== null && t(outcome)}
      </span>
      <button
        type="button"
        aria-label={t("copyNamed", { label })}
        onClick={() => void copy()}
        className="-me-2 min-h-8 cursor-pointer rounded-md px-2 font-semibold text-action hover:bg-sunken forced-colors:border"
      >
        {t("copy")}
      </button>
    </span>
  );
}
