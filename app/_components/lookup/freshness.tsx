import { useTranslations } from "next-intl";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { Button } from "../button.tsx";
import { useProfileRefresh } from "./use-profile.ts";
import { useTimes, useWait } from "./use-times.ts";

/** How old the answer is, and the button that fetches it anew. */
export function Freshness({ username, profile }: { username: string; profile: ProfileBody }) {
  const t = useTranslations("Freshness");
  const failures = useTranslations("Failure");
  const times = useTimes();
  const wait = useWait();
  const { trigger, isMutating, data, error } = useProfileRefresh(username);
  const fetchedAt = new Date(profile.fetched_at);

  return (
    <section aria-label={t("title")} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-4">
        <div className="text-sm">
          <p className="text-muted">
            {t.rich(profile.cached ? "cached" : "fresh", {
              ago: times.ago(fetchedAt),
              time: (chunks) => (
                <time dateTime={profile.fetched_at} title={times.dateTime(fetchedAt)}>
                  {chunks}
                </time>
              ),
            })}
          </p>
          <p role="status" className="font-semibold text-good">
            {!isMutating && error === undefined && data !== undefined && t("refreshed")}
          </p>
        </div>
        <Button busy={isMutating} onClick={() => void trigger()}>
          {isMutating ? t("refreshing") : t("refresh")}
        </Button>
      </div>
      {!isMutating && error !== undefined && (
        <div role="alert" className="rounded-lg bg-caution-surface px-4 py-3 text-sm">
          <p className="font-semibold text-caution">{failures(`${error.code}.title`)}</p>
          <p>
            {error.code === "RATE_LIMITED" ? t("limit") : failures(`${error.code}.hint`)}{" "}
            {error.retryAfter !== undefined && failures("wait", { wait: wait(error.retryAfter) })}{" "}
            {t("kept")}
          </p>
        </div>
      )}
    </section>
  );
}
