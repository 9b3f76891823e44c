"use client";

import { useTranslations } from "next-intl";
import { useCopy } from "./use-copy.ts";

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
        className="-me-2 min-h-8 cursor-pointer rounded-md px-2 font-semibold text-action hover:bg-sunken forced-colors:border"
      >
        {t("copy")}
      </button>
    </span>
  );
}
