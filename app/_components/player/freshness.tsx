"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { profileUrl } from "@/lib/contract/urls.ts";
import { Icon } from "../icon.tsx";
import { CLOSE } from "../icon-paths.ts";
import { clock, useCountdown } from "../use-countdown.ts";
import type { LookupFailure } from "./lookup-failure.ts";
import { useLostSkins } from "./lost-skins.tsx";
import { requestRefresh } from "./refresh.ts";

const REFRESH = "M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5";

interface FreshnessProps {
  username: string;
  profile: ProfileBody;
}

const REFRESH_SECONDS = 3_600;

/** `again`: the wait is over. A failure says why there is no new profile. */
type RefreshState = "idle" | "done" | "again" | LookupFailure;

/**
 * The age of the profile, and the button that refreshes it. The outcome takes the place of the age, and a longer
 * explanation floats below, so that nothing moves.
 */
export function Freshness({ username, profile }: FreshnessProps) {
  const t = useTranslations("RefreshButton");
  const title = useTranslations("PlayerFreshness")("title");
  const format = useFormatter();
  const [state, setState] = useState<RefreshState>("idle");
  const [isBusy, startTransition] = useTransition();
  const { seconds, start } = useCountdown(() => setState("again"));
  const router = useRouter();
  const { retry } = useLostSkins();

  /** It is over when the new page is shown, with its outcome. */
  const press = () => {
    setState("idle");
    startTransition(async () => {
      const failure = await requestRefresh(username);
      startTransition(() => {
        setState(failure ?? "done");
        if (failure?.code === "RATE_LIMITED" && failure.retryAfter !== undefined) {
          start(failure.retryAfter);
        }
        if (failure !== null) return;
        retry();
        router.refresh();
      });
    });
  };

  /** How long ago the last refresh was, from the seconds left until the next one is allowed. */
  const agoOf = (secondsLeft = 0) =>
    format.relativeTime(0, Math.max(0, REFRESH_SECONDS - secondsLeft) * 1_000);
  const failure = typeof state === "string" ? null : state;
  const limited = failure?.code === "RATE_LIMITED" ? failure : null;
  const hasSaid = limited !== null || state === "again" || state === "done";
  return (
    <section aria-label={title} className="freshness">
      <div>
        {limited !== null && (
          <p role="alert">
            {t(`limit.${limited.limit ?? "client"}`, { ago: agoOf(limited.retryAfter) })}
          </p>
        )}
        <p role="status">
          {state === "again" && t("again")}
          {state === "done" && t("refreshed")}
        </p>
        {!hasSaid && <Age profile={profile} />}
      </div>
      <RefreshButton isBusy={isBusy} seconds={seconds} onPress={press} />
      <a href={profileUrl(username, { update: true })} rel="nofollow">
        {t("refreshData")}
      </a>
      {failure !== null && limited === null && (
        <Refusal code={failure.code} onClose={() => setState("idle")} />
      )}
    </section>
  );
}

interface RefreshButtonProps {
  isBusy: boolean;
  /** The seconds until the next refresh is allowed; null when it is. */
  seconds: number | null;
  onPress: () => void;
}

function RefreshButton({ isBusy, seconds, onPress }: RefreshButtonProps) {
  const t = useTranslations("RefreshButton");
  const isLocked = isBusy || seconds !== null;
  const hiddenUnless = (isShown: boolean) => (isShown ? "" : "is-hidden");
  return (
    <button
      type="button"
      aria-disabled={isLocked}
      onClick={isLocked ? undefined : onPress}
      className="button"
    >
      {/* All lie in one cell, so the button keeps its width. */}
      <span>
        <span className={hiddenUnless(!isLocked)}>
          <Icon path={REFRESH} size={16} />
          {t("refresh")}
        </span>
        <span className={hiddenUnless(isBusy)}>
          <Icon path={REFRESH} size={16} className={isBusy ? "is-spinning" : ""} />
          {t("refreshing")}
        </span>
        <span className={hiddenUnless(seconds !== null)}>
          {t("locked", { clock: clock(seconds ?? REFRESH_SECONDS - 1) })}
        </span>
      </span>
    </button>
  );
}

/** Why there is no new profile, as long as the visitor wants to read it. */
function Refusal({ code, onClose }: { code: LookupFailure["code"]; onClose: () => void }) {
  const t = useTranslations("RefreshButton");
  const failures = useTranslations("Failure");
  return (
    <div role="alert" className="notice refusal">
      <div>
        <p>
          <strong>{failures(`${code}.title`)}</strong>
        </p>
        <p>{`${failures(`${code}.hint`)} ${t("kept")}`}</p>
      </div>
      <button
        type="button"
        aria-label={t("close")}
        title={t("close")}
        onClick={onClose}
        className="icon-button"
      >
        <Icon path={CLOSE} size={20} />
      </button>
    </div>
  );
}

const UPDATE_MS = 30_000;

/**
 * When the profile was fetched. The HTML is the same for everyone and names the time; the browser says below it how long
 * ago that was, where a line is kept free.
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
  const styled = (timeStyle: "short" | "long") =>
    format.dateTime(date, { dateStyle: "medium", timeStyle, timeZone: "UTC" });
  const time = () => (
    // Browsers format the time differently from the server.
    <time dateTime={at} title={styled("long")} suppressHydrationWarning>
      {`${styled("short")}\u00A0UTC`}
    </time>
  );
  return (
    <p>
      {t.rich(stale ? "stale" : "at", { time })}
      <span className="age">
        {now !== null && format.relativeTime(Math.min(date.getTime(), now), now)}
      </span>
    </p>
  );
}
