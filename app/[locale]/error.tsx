"use client";

import { useTranslations } from "next-intl";
import { Button, PageMain } from "@/app/_components/elements.tsx";

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("ErrorPage");
  return (
    <PageMain>
      <div role="alert" className="flex flex-col items-center gap-4 py-8 text-center">
        <h1 className="text-3xl font-bold tracking-tight text-balance">{t("title")}</h1>
        <p className="max-w-prose text-muted text-pretty">{t("hint")}</p>
        <Button onClick={reset}>{t("retry")}</Button>
      </div>
    </PageMain>
  );
}
