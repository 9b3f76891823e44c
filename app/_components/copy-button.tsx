"use client";

import { useTranslations } from "next-intl";

interface CopyButtonProps {
  /** Names the text that is copied. */
  label: string;
  /** The id of the element whose text is copied; else it is the code in the nearest `data-copyable`. */
  of?: string;
  className?: string;
}

/** Copies a text of the page, and shows for a moment that it did: the page's script does both, with `copyPressed`. */
export function CopyButton({ label, of = "", className = "" }: CopyButtonProps) {
  const t = useTranslations("CopyButton");
  const named = t("copyNamed", { label });
  return (
    <button
      type="button"
      data-copies={of}
      aria-label={named}
      title={named}
      className={`icon-button ${className}`}
      // The script may set its state before hydration.
      suppressHydrationWarning
    >
      {/* An icon of the stylesheet: a page has up to fifty of these buttons. */}
      <span />
    </button>
  );
}
