"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { profileUrl } from "@/lib/contract/urls.ts";
import { fetchProfile } from "../lookup/fetch-profile.ts";
import { LookupError } from "../lookup/lookup-error.ts";
import { clock, useCountdown } from "./use-countdown.ts";

/** Fetches the player anew and draws the page again in place; says when that is refused. */
export function RefreshButton({ username }: { username: string }) {
  const t = useTranslations("RefreshButton");
  const failures = useTranslations("Failure");
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [drawing, startDrawing] = useTransition();
  const [outcome, setOutcome] = useState<"refreshed" | "again" | LookupError | null>(null);
  const { seconds, start } = useCountdown(() => setOutcome("again"));
  const busy = asking || drawing;

  const refresh = async () => {
    setAsking(true);
    setOutcome(null);
    try {
      await fetchProfile(profileUrl(username, { update: true }));
      startDrawing(() => router.refresh());
      setOutcome("refreshed");
    } catch (error) {
      if (!(error instanceof LookupError)) throw error;
      setOutcome(error);
      if (error.code === "RATE_LIMITED" && error.retryAfter !== undefined) {
        start(error.retryAfter);
      }
    } finally {
      setAsking(false);
    }
  };

  const failure = outcome instanceof LookupError ? outcome : null;
  const address = profileUrl(username, { update: true });
  return (
    <>
      <button
        type="button"
        aria-disabled={busy || seconds !== null}
        onClick={busy || seconds !== null ? undefined : () => void refresh()}
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-edge bg-surface px-4 font-semibold hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:text-muted noscript:hidden"
      >
        <RotateCw aria-hidden size={16} className={busy ? "motion-safe:animate-spin" : ""} />
        {seconds !== null ? (
          <span className="tabular-nums">{t("locked", { clock: clock(seconds) })}</span>
        ) : (
          t(busy ? "refreshing" : "refresh")
        )}
      </button>
      <a
        href={address}
        rel="nofollow"
        className="hidden min-h-11 items-center font-semibold text-action underline noscript:inline-flex"
      >
        {t("refreshData")}
      </a>
      <p
        role="status"
        className="basis-full text-sm font-semibold text-good empty:sr-only max-lg:text-center"
      >
        {!busy && typeof outcome === "string" && t(outcome)}
      </p>
      {failure !== null && (
        <div role="alert" className="basis-full rounded-lg bg-caution-surface px-4 py-3 text-sm">
          <p className="font-semibold text-caution">{failures(`${failure.code}.title`)}</p>
          <p>
            {failure.code === "RATE_LIMITED" ? t("limit") : failures(`${failure.code}.hint`)}{" "}
            {t("kept")}
          </p>
        </div>
      )}
    </>
  );
}
