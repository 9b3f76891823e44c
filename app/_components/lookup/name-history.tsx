import { useTranslations } from "next-intl";
import type { NameHistoryEntry } from "@/lib/contract/profile.ts";
import { useTimes } from "./use-times.ts";

/** The names of a player, the present one first. */
export function NameHistory({ history }: { history: readonly NameHistoryEntry[] }) {
  const t = useTranslations("NameHistory");
  if (history.length === 0) return null;
  return (
    <section>
      <h3 className="pb-1 text-sm text-muted">{t("title")}</h3>
      <ol reversed className="border-s-2 border-line">
        {history.toReversed().map((entry) => (
          <li
            key={`${entry.name} ${entry.changed_at}`}
            className="flex flex-wrap justify-between gap-x-4 py-1 ps-3"
          >
            <bdi className="font-semibold break-all">{entry.name}</bdi>
            <span className="text-sm text-muted">
              {entry.changed_at === null ? t("first") : <Since time={entry.changed_at} />}
            </span>
          </li>
        ))}
      </ol>
      <p className="py-1 text-sm text-muted text-pretty">{t("note")}</p>
    </section>
  );
}

function Since({ time }: { time: number }) {
  const t = useTranslations("NameHistory");
  const times = useTimes();
  const date = new Date(time);
  return t.rich("since", {
    date: times.date(date),
    time: (chunks) => (
      <time dateTime={date.toISOString()} title={times.dateTime(date)}>
        {chunks}
      </time>
    ),
  });
}
