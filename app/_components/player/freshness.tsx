"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { profileUrl } from "@/lib/contract/urls.ts";
import { clock, useCountdown } from "../hooks.ts";
import { Icon } from "../icon.tsx";
import { requestRefresh, type LookupFailure } from "./lookup-failure.ts";

interface FreshnessProps {
  username: string;
  profile: ProfileBody;
  /** Shows a refreshed profile. */
  onRefreshed: (profile: ProfileBody) => Promise<void>;
}

const REFRESH_SECONDS = 3_600;

/**
 * The age of the profile, and the button that refreshes it. What comes of it is said where the age was, and a
 * longer explanation floats below, so that nothing moves.
 */
export function Freshness({ username, profile, onRefreshed }: FreshnessProps) {
  const t = useTranslations("RefreshButton");
  const title = useTranslations("PlayerFreshness")("title");
  const format = useFormatter();
  const [state, setState] = useState<"idle" | "busy" | "done" | "again" | LookupFailure>("idle");
  const { seconds, start } = useCountdown(() => setState("again"));
  const url = profileUrl(username, { update: true });

  const refresh = async () => {
    setState("busy");
    const outcome = await requestRefresh(url);
    if ("profile" in outcome) {
      await onRefreshed(outcome.profile);
      return setState("done");
    }
    setState(outcome);
    const { code, retryAfter } = outcome;
    if (code === "RATE_LIMITED" && retryAfter !== undefined) start(retryAfter);
  };

  /** How long ago the last refresh was, from the seconds left until the next one is allowed. */
  const agoOf = (secondsLeft = 0) =>
    format.relativeTime(0, Math.max(0, REFRESH_SECONDS - secondsLeft) * 1_000);
  const busy = state === "busy";
  const failure = typeof state === "string" ? null : state;
  const limited = failure?.code === "RATE_LIMITED" ? failure : null;
  const isLocked = busy || seconds !== null;
  return (
    <section aria-label={title} className="freshness">
      <div>
        {limited !== null && (
          <p role="alert" className="text-caution">
            {t(`limit.${limited.limit ?? "client"}`, { ago: agoOf(limited.retryAfter) })}
          </p>
        )}
        <p role="status" className="text-good empty:sr-only">
          {state === "again" && t("again")}
          {state === "done" && t("refreshed")}
        </p>
        {limited === null && state !== "again" && state !== "done" && <Age profile={profile} />}
      </div>
      <button
        type="button"
        aria-disabled={isLocked}
        onClick={isLocked ? undefined : () => void refresh()}
        className="button aria-disabled:cursor-not-allowed noscript:hidden"
      >
        {/* All lie in one cell, so the button keeps its width. */}
        <span className="in-one-cell">
          <span className={busy || seconds !== null ? "invisible" : ""}>
            <Icon shape="rotate-cw" size={16} />
            {t("refresh")}
          </span>
          <span className={busy ? "" : "invisible"}>
            <Icon shape="rotate-cw" size={16} className={busy ? "motion-safe:animate-spin" : ""} />
            {t("refreshing")}
          </span>
          <span className={`tabular-nums ${seconds === null ? "invisible" : ""}`}>
            {t("locked", { clock: clock(seconds ?? REFRESH_SECONDS - 1) })}
          </span>
        </span>
      </button>
      <a href={url} rel="nofollow" className="hidden noscript:inline">
        {t("refreshData")}
      </a>
      {failure !== null && limited === null && (
        <Refusal failure={failure} onClose={() => setState("idle")} />
      )}
    </section>
  );
}

function Refusal({ failure: { code }, onClose }: { failure: LookupFailure; onClose: () => void }) {
  const t = useTranslations("RefreshButton");
  const failures = useTranslations("Failure");
  return (
    <div role="alert" className="refusal">
      <div>
        <p className="font-semibold">{failures(`${code}.title`)}</p>
        <p>{`${failures(`${code}.hint`)} ${t("kept")}`}</p>
      </div>
      <button
        type="button"
        aria-label={t("close")}
        title={t("close")}
        onClick={onClose}
        className="icon-button"
      >
        <Icon shape="close" size={20} />
      </button>
    </div>
  );
}

const UPDATE_MS = 30_000;

/**
 * When the profile was fetched. The HTML is the same for everyone and names the time; the browser shows
 * how long ago that was, in the same space.
 */
function Age({ profile: { fetched_at: at, stale } }: { profile: ProfileBody }) {
  const t = useTranslations("PlayerFreshness");
  const format = useFormatter();
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const update = () => setNow(Date.now());
    update();
    const timer = setInterval(update, UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  const exact = format.dateTime(date, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });
  const timeOf = (text: string) => (
    // Browsers format the time differently from the server.
    <time dateTime={at} title={exact} suppressHydrationWarning>
      {text}
    </time>
  );
  const ago = now !== null && format.relativeTime(Math.min(date.getTime(), now), now);
  return (
    <p className="in-one-cell">
      <span className={ago ? "invisible" : undefined}>
        {t.rich(stale ? "stale" : "at", { time: () => timeOf(exact) })}
      </span>
      {ago && (
        <span>
          {t.rich(stale ? "stale" : "ago", { time: () => timeOf(ago) })}
          <span className="sr-only" suppressHydrationWarning>
            {` (${exact})`}
          </span>
        </span>
      )}
    </p>
  );
}
