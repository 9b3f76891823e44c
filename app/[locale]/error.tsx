"use client";

import { useTranslations } from "next-intl";

/** Every page loads this, so it imports no components. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("ErrorPage");
  return (
    <main id="content" role="alert">
      <title>{t("title")}</title>
      <div className="stage border-b border-stage-line">
        <div className="site-width grid justify-items-center gap-4 pt-10 pb-14 text-center">
          <h1 className="text-3xl font-bold tracking-tight text-balance">{t("title")}</h1>
          <p className="max-w-prose text-pretty text-stage-muted">{t("hint")}</p>
          <button type="button" onClick={reset} className="primary cut">
            {t("retry")}
          </button>
        </div>
      </div>
    </main>
  );
}
