"use client";

import { useFormatter } from "next-intl";
import { useEffect, useState } from "react";

const UPDATE_MS = 30_000;

/** How long ago something was; ages with the page. `now` is the server's clock, for the first draw. */
export function Ago({ at, now }: { at: string; now: number }) {
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
