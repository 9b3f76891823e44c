import { useFormatter, useTranslations } from "next-intl";
import type { StatusBody } from "@/lib/contract/status.ts";
import { Icon } from "../icon.tsx";
import { DAY_AND_MINUTE, MINUTE, useNamed } from "./named.ts";

/** The page's first sentence: everything works, or what does not, since when, and what visitors notice. */
export function Verdict({ status }: { status: StatusBody }) {
  const { title, text, works } = useVerdict(status);
  const colours = works ? "bg-[#4fa877] text-[#0d1a12]" : "bg-lantern text-lantern-ink";
  return (
    <section className="stage border-b border-stage-line py-8">
      <div className="site-width flex flex-wrap items-start gap-3.5 sm:items-center sm:gap-5">
        <span className={`cut grid size-11 shrink-0 place-items-center sm:size-14 ${colours}`}>
          <Icon shape={works ? "check" : "warning"} size={30} />
        </span>
        <div className="min-w-0 grow basis-48">
          <h1 className="text-[clamp(1.75rem,1.3rem+1.6vw,2.5rem)] leading-tight font-bold tracking-tight">
            {title}
          </h1>
          <p className="max-w-184 pt-1.5 text-pretty text-stage-muted">{text}</p>
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
