import { useTranslations } from "next-intl";

/** Copies the text of the element with the id `of`, and says for a moment how it went; see `page-script.ts`. */
export function CopyButton({ label, of }: { label: string; of: string }) {
  const t = useTranslations("CopyButton");
  return (
    <span className="flex items-center gap-2 text-sm noscript:hidden">
      {/* The script may write into it before hydration, which leaves HTML of its own alone. */}
      <span role="status" dangerouslySetInnerHTML={{ __html: "" }} suppressHydrationWarning />
      <button
        type="button"
        data-copies={of}
        data-copied={t("copied")}
        data-failed={t("failed")}
        aria-label={t("copyNamed", { label })}
        className="text-button -me-2 min-h-8 forced-colors:border"
      >
        {t("copy")}
      </button>
    </span>
  );
}
