"use client";

import { useTranslations } from "next-intl";

/** Every page loads this, so it imports no components. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("ErrorPage");
  return (
    <main id="content" role="alert" className="grid min-h-dvh place-content-center gap-4 p-4">
      <title>{t("title")}</title>
      <h1 className="text-3xl font-bold">{t("title")}</h1>
      <p className="max-w-prose text-muted">{t("hint")}</p>
      <button type="button" onClick={reset} className="min-h-11 cursor-pointer rounded-md border">
        {t("retry")}
      </button>
    </main>
  );
}
