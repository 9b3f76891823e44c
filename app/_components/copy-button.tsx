import { useTranslations } from "next-intl";

/**
 * Copies the text of the element with the id `of`, and shows for a moment that it did; see `page-script.ts`.
 * @param props.label What is copied, in words.
 */
export function CopyButton({ label, of }: { label: string; of: string }) {
  const t = useTranslations("CopyButton");
  const named = t("copyNamed", { label });
  return (
    <button
      type="button"
      data-copies={of}
      data-copied={t("copied")}
      data-failed={t("failed")}
      aria-label={named}
      title={named}
      className="icon-button"
      // The script may set its state before hydration.
      suppressHydrationWarning
    >
      {/* An icon of the stylesheet: a page has up to fifty of these buttons. */}
      <span />
    </button>
  );
}
