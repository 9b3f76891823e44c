"use client";

import { useTranslations } from "next-intl";
import { useCopy } from "../use-copy.ts";

interface CopyLaterProps {
  label: string;
  isLabelShown?: boolean;
  icon?: "copy" | "share";
  /** Shown when there is nothing to copy. */
  failed?: string;
  /** Makes the text when the button is pressed. */
  text: () => string | Promise<string>;
}

/** A button that copies a text that is not on the page. */
export function CopyLater(props: CopyLaterProps) {
  const { label, isLabelShown = false, icon = "copy", failed, text } = props;
  const t = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  const hasFailed = outcome === "failed";
  return (
    <>
      <span role="status" className={hasFailed ? "docs-copy-failed" : "sr-only"}>
        {hasFailed ? (failed ?? t("failed")) : outcome && t(outcome)}
      </span>
      <button
        type="button"
        {...(!isLabelShown && { "aria-label": label, title: label })}
        data-state={outcome}
        onClick={() => void copy(text())}
        className={isLabelShown ? "docs-copy-later" : "icon-button docs-copy-later"}
      >
        <span data-icon={icon} className="docs-icon" />
        {isLabelShown && label}
      </button>
    </>
  );
}
