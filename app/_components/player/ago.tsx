"use client";

import { useFormatter } from "next-intl";
import { useEffect, useState } from "react";

const UPDATE_MS = 30_000;

/** How long ago something was; ages with the page. `now` is the server's clock, for the first draw. */
export function Ago({ at, now }: { at: string; now: number }) {
  const format = useFormatter();
  const [present, setPresent] = useState(now);
  useEffect(() => {
    setPresent(now);
    const started = Date.now();
    const timer = setInterval(() => setPresent(now + Date.now() - started), UPDATE_MS);
    return () => clearInterval(timer);
  }, [now]);
  const date = new Date(at);
  const label = format.dateTime(date, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });
  return (
    <time dateTime={at} title={label}>
      {format.relativeTime(Math.min(date.getTime(), present), present)}
    </time>
  );
}
