import { useFormatter, useTranslations } from "next-intl";
import type { StatusBody } from "@/lib/contract/status.ts";
import { Icon } from "../icon.tsx";
import { DAY_AND_MINUTE, MINUTE, useNamed } from "./named.ts";

/** The page's first sentence: everything works, or what does not, since when, and what visitors notice. */
export function Verdict({ status }: { status: StatusBody }) {
  const { title, text, works } = useVerdict(status);
  return (
    <section className="stage status-verdict">
      <div className="site-width">
        <span className="status-mark cut" data-works={works}>
          <Icon shape={works ? "check" : "warning"} size={30} />
        </span>
        <div>
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
      </div>
    </section>
  );
}

function useVerdict({ providers, store }: StatusBody) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const { nameOf, affects } = useNamed();
  const listed = (some: StatusBody["providers"]) =>
    format.list(some.map(({ name }) => nameOf(name)));

  const failing = providers.filter(({ state }) => state === "failing");
  if (failing.length > 0) {
    const since = failing.map((one) => one.failing_since ?? "").toSorted()[0] ?? "";
    const what = format.list([...new Set(failing.map(({ name }) => affects(name)))]);
    const time = format.dateTime(new Date(since), isToday(since) ? MINUTE : DAY_AND_MINUTE);
    return {
      works: false,
      title: t("down", {
        providers: listed(failing),
        count: failing.length,
        time: `${time} UTC`,
      }),
      text: t("twoSentences", {
        first: t("affected", { what }),
        second: t(store === "ok" ? "known" : "storeFails"),
      }),
    };
  }
  if (store !== "ok") return { works: false, title: t("storeFails"), text: t("storeFailsText") };
  const limited = providers.filter(({ state }) => state === "paused" || state === "slowed");
  if (limited.length > 0) {
    const title = t("limited", { providers: listed(limited) });
    return { works: true, title, text: t("limitedText") };
  }
  const isUsed = providers.some(({ state }) => state !== "unused");
  return { works: true, title: t("works"), text: t(isUsed ? "worksText" : "unusedText") };
}

function isToday(time: string): boolean {
  return time.slice(0, 10) === new Date().toISOString().slice(0, 10);
}
