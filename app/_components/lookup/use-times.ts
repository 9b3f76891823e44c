import { useFormatter, useNow } from "next-intl";
import { coarseWait } from "./coarse-wait.ts";

/** Points in time and spans of it in the visitor's language and time zone. Not for server renders. */
export function useTimes() {
  const format = useFormatter();
  const now = useNow({ updateInterval: 30_000 });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    date: (date: Date) => format.dateTime(date, { dateStyle: "long", timeZone }),
    dateTime: (date: Date) =>
      format.dateTime(date, { dateStyle: "long", timeStyle: "short", timeZone }),
    /** A clock that runs behind the server's must not tell the future. */
    ago: (date: Date) => format.relativeTime(date > now ? now : date, now),
  };
}

/** A wait in words. */
export function useWait() {
  const format = useFormatter();
  return (seconds: number) => {
    const { value, unit } = coarseWait(seconds);
    return format.number(value, { style: "unit", unit, unitDisplay: "long" });
  };
}
