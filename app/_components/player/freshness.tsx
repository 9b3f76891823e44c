"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { profileUrl } from "@/lib/contract/urls.ts";
import { clock, useBrowserValue, useCountdown } from "../hooks.ts";
import { Icon } from "../icon.tsx";
import { requestRefresh, type LookupFailure } from "./lookup-failure.ts";

/** The age of the profile, and the refresh button. */
export function Freshness({ username, profile }: { username: string; profile: ProfileBody }) {
  const t = useTranslations("PlayerFreshness");
  return (
    <section
      aria-label={t("title")}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 lg:justify-between"
    >
      <Age profile={profile} />
      <RefreshButton username={username} />
    </section>
  );
}

const UPDATE_MS = 30_000;
const REFRESH_SECONDS = 3_600;

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
  const absolute = format.dateTime(date, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });
  const timeOf = (text: string) => (
    // Browsers format the time differently from the server.
    <time dateTime={at} title={absolute} suppressHydrationWarning>
      {text}
    </time>
  );
  const ago = now !== null && format.relativeTime(Math.min(date.getTime(), now), now);
  return (
    <p className="grid text-sm text-muted *:col-start-1 *:row-start-1 max-lg:text-center">
      <span className={ago ? "invisible" : undefined}>
        {t.rich(stale ? "stale" : "at", { time: () => timeOf(absolute) })}
      </span>
      {ago && <span>{t.rich(stale ? "stale" : "ago", { time: () => timeOf(ago) })}</span>}
    </p>
  );
}

/** Refreshes the player and reloads the page; shows the reason when that fails. */
function RefreshButton({ username }: { username: string }) {
  const t = useTranslations("RefreshButton");
  const failures = useTranslations("Failure");
  const format = useFormatter();
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"idle" | "busy" | "again" | LookupFailure>("idle");
  const { seconds, start } = useCountdown(() => setState("again"));
  const url = profileUrl(username, { update: true });

  const isReloaded = useBrowserValue(wasRefreshed, false);
  useEffect(() => {
    if (isReloaded) button.current?.focus({ preventScroll: true });
  }, [isReloaded]);

  const refresh = async () => {
    setState("busy");
    const failure = await requestRefresh(url);
    if (failure === null) return reloadRefreshed();
    setState(failure);
    const { code, retryAfter } = failure;
    if (code === "RATE_LIMITED" && retryAfter !== undefined) start(retryAfter);
  };

  /** How long ago the last refresh was, from the seconds left until the next one is allowed. */
  const agoOf = (secondsLeft = 0) =>
    format.relativeTime(0, Math.max(0, REFRESH_SECONDS - secondsLeft) * 1_000);
  const busy = state === "busy";
  const failure = typeof state === "string" ? null : state;
  const isLimited = failure?.code === "RATE_LIMITED";
  const isLocked = busy || seconds !== null;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-disabled={isLocked}
        onClick={isLocked ? undefined : () => void refresh()}
        className="button aria-disabled:cursor-not-allowed noscript:hidden"
      >
        <Icon shape="rotate-cw" size={16} className={busy ? "motion-safe:animate-spin" : ""} />
        {seconds !== null ? (
          <span className="tabular-nums">{t("locked", { clock: clock(seconds) })}</span>
        ) : (
          t(busy ? "refreshing" : "refresh")
        )}
      </button>
      <a
        href={url}
        rel="nofollow"
        className="hidden min-h-11 items-center font-semibold text-action underline noscript:inline-flex"
      >
        {t("refreshData")}
      </a>
      <p
        role="status"
        className="basis-full text-sm font-semibold text-good empty:sr-only max-lg:text-center"
      >
        {state === "again" && t("again")}
        {state === "idle" && isReloaded && t("refreshed")}
      </p>
      {failure !== null && (
        <div role="alert" className="basis-full rounded-lg bg-caution-surface px-4 py-3 text-sm">
          <p className="font-semibold text-caution">
            {isLimited
              ? t(`limit.${failure.limit ?? "client"}`, { ago: agoOf(failure.retryAfter) })
              : failures(`${failure.code}.title`)}
          </p>
          <p>{isLimited ? t("limit.hint") : `${failures(`${failure.code}.hint`)} ${t("kept")}`}</p>
        </div>
      )}
    </>
  );
}

/** The storage key for the path of a page that is reloaded after a refresh. */
const REFRESHED = "refreshed";

function reloadRefreshed(): void {
  try {
    sessionStorage.setItem(REFRESHED, location.pathname);
  } catch {
    // Without storage, the reloaded page does not mention the refresh.
  }
  location.reload();
}

let refreshed: boolean | undefined;

/** Whether a refresh reloaded this page. False again on the next load. */
function wasRefreshed(): boolean {
  return (refreshed ??= takeRefreshed());
}

function takeRefreshed(): boolean {
  try {
    const path = sessionStorage.getItem(REFRESHED);
    sessionStorage.removeItem(REFRESHED);
    return path === location.pathname;
  } catch {
    return false;
  }
}
