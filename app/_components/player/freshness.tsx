"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState, useTransition } from "react";
import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { profileUrl } from "@/lib/contract/urls.ts";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { fetchProfile } from "../lookup/fetch-profile.ts";
import type { LookupFailure } from "../lookup/read-profile.ts";
import { clock, useCountdown } from "../use-countdown.ts";

const UPDATE_MS = 30_000;

/** How long ago something was; ages with the page. `now` is the server's clock, for the first render. */
function Ago({ at, now }: { at: string; now: number }) {
  const format = useFormatter();
  const [passed, setPassed] = useState({ since: now, milliseconds: 0 });
  useEffect(() => {
    const started = Date.now();
    const update = () => setPassed({ since: now, milliseconds: Date.now() - started });
    const timer = setInterval(update, UPDATE_MS);
    return () => clearInterval(timer);
  }, [now]);
  const present = passed.since === now ? now + passed.milliseconds : now;
  const date = new Date(at);
  const label = format.dateTime(date, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });
  return (
    <time dateTime={at} title={label}>
      {format.relativeTime(Math.min(date.getTime(), present), present)}
    </time>
  );
}

/** Refreshes the player and the page in place; shows when the refresh limit refuses. */
function RefreshButton({ username }: { username: string }) {
  const t = useTranslations("RefreshButton");
  const failures = useTranslations("Failure");
  const router = useRouter();
  const [isFetching, setFetching] = useState(false);
  const [isRendering, startRendering] = useTransition();
  const [outcome, setOutcome] = useState<"refreshed" | "again" | LookupFailure | null>(null);
  const { seconds, start } = useCountdown(() => setOutcome("again"));
  const busy = isFetching || isRendering;
  const address = profileUrl(username, { update: true });

  const refresh = async () => {
    setFetching(true);
    setOutcome(null);
    const result = await fetchProfile(address);
    setFetching(false);
    if (result.found) {
      startRendering(() => router.refresh());
      setOutcome("refreshed");
      return;
    }
    setOutcome(result);
    if (result.code === "RATE_LIMITED" && result.retryAfter !== undefined) start(result.retryAfter);
  };

  const failure = typeof outcome === "string" ? null : outcome;
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

/** A cached profile of this age still counts as fresh, as right after a refresh. */
const NEW_MS = 60_000;

/** How old the profile is, and the button that refreshes it. */
export function Freshness({ username, profile, now }: FreshnessProps) {
  const t = useTranslations("PlayerFreshness");
  const isNew = now - Date.parse(profile.fetched_at) < NEW_MS;
  const time = <Ago at={profile.fetched_at} now={now} />;
  return (
    <section
      aria-label={t("title")}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 lg:justify-between"
    >
      <p className="text-sm text-muted">
        {t.rich(profile.stale ? "stale" : profile.cached && !isNew ? "cached" : "fresh", {
          time: () => time,
        })}
      </p>
      <RefreshButton username={username} />
    </section>
  );
}

interface FreshnessProps {
  /** The identifier in the address. */
  username: string;
  profile: Pick<ProfileBody, "cached" | "fetched_at" | "stale">;
  /** The server's clock, Unix milliseconds. */
  now: number;
}
