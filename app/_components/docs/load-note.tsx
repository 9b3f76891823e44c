"use client";

import { useTranslations } from "next-intl";

interface LoadNoteProps {
  of: "DocsSamples" | "DocsSearch";
  /** After a failure. */
  retry: (() => void) | undefined;
}

/** Shown until something is loaded: that it is, or that it failed. */
export function LoadNote({ of, retry }: LoadNoteProps) {
  const t = useTranslations(of);
  return (
    <div className="text-muted">
      <p role="status">{retry === undefined && t("loading")}</p>
      {retry !== undefined && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-bad">
          <p>{t("failed")}</p>
          <button type="button" onClick={retry} className="button">
            {t("retry")}
          </button>
        </div>
      )}
    </div>
  );
}
