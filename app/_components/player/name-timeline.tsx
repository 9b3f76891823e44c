import { useFormatter, useTranslations } from "next-intl";
import type { NameHistoryEntry } from "@/lib/contract/profile.ts";

/** The names of a player, the present one first, and what is not known about them. */
export function NameTimeline({ history }: { history: readonly NameHistoryEntry[] }) {
  const t = useTranslations("NameTimeline");
  const names = history.toReversed();
  return (
    <section aria-labelledby="names">
      <h3 id="names" className="pb-2 font-semibold">
        {t("title", { count: names.length })}
      </h3>
      <ol reversed className="border-s-2 border-line">
        {names.map((entry, index) => (
          <li key={`${index} ${entry.name}`} className="relative ps-4 pb-3 last:pb-0">
            <span
              aria-hidden
              className={`absolute -start-[5px] top-2 size-2 ${index === 0 ? "bg-lantern" : "bg-edge"}`}
            />
            <bdi className="font-semibold break-all">{entry.name}</bdi>
            {index === 0 && <span className="ps-2 text-sm text-good">{t("present")}</span>}
            <p className="text-sm text-muted">
              {entry.changed_at !== null ? (
                <Since time={entry.changed_at} />
              ) : (
                t(wordFor(index, names.length))
              )}
            </p>
          </li>
        ))}
      </ol>
      <p className="pt-3 text-sm text-muted text-pretty">{t("note")}</p>
    </section>
  );
}

/** What is said of a name that was taken at an unknown time. */
function wordFor(index: number, count: number): "only" | "first" | "unknownTime" {
  if (count === 1) return "only";
  return index === count - 1 ? "first" : "unknownTime";
}

function Since({ time }: { time: number }) {
  const t = useTranslations("NameTimeline");
  const format = useFormatter();
  const date = new Date(time);
  return t.rich("since", {
    date: format.dateTime(date, { dateStyle: "long", timeZone: "UTC" }),
    time: (chunks) => (
      <time
        dateTime={date.toISOString()}
        title={format.dateTime(date, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" })}
      >
        {chunks}
      </time>
    ),
  });
}
