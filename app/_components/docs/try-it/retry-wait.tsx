import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { clock, useCountdown } from "../../player/use-countdown.ts";

/** Counts down to when it is worth asking again; only the end is spoken. */
export function RetryWait({ seconds: length }: { seconds: number }) {
  const t = useTranslations("TryIt");
  const [isOver, setOver] = useState(false);
  const { seconds, start } = useCountdown(() => setOver(true));
  // Once: every answer is a component of its own.
  const startOnce = useEffectEvent(() => start(length));
  useEffect(() => startOnce(), []);
  return (
    <>
      {seconds !== null && <p className="tabular-nums">{t("wait", { clock: clock(seconds) })}</p>}
      <p role="status" className="font-semibold text-good empty:sr-only">
        {isOver && t("again")}
      </p>
    </>
  );
}
