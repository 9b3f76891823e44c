import { useFormatter, useTranslations } from "next-intl";
import type { StatusBody } from "@/lib/contract/status.ts";
import { Banner } from "./banner.tsx";
import { effectsOf } from "./effects.ts";
import { DAY_AND_MINUTE, MINUTE, useNamed } from "./named.ts";
import type { Snapshot } from "./snapshot.ts";

/** A snapshot in a few words. */
export interface Headline {
  /** Everything works, or what does not, and since when. */
  verdict: string;
  asOf: string;
  /** The title of the page, which names what fails. */
  pageTitle: string;
}

/** The page's first sentence: everything works, or what does not, since when, and what visitors notice. */
export function Verdict({ snapshot }: { snapshot: Snapshot }) {
  const t = useTranslations("StatusPage");
  const { title, text, works } = useVerdict()(snapshot.status);
  const { asOf } = useHeadline()(snapshot);
  return <Banner works={works} title={title} text={text} asOf={asOf} updates={t("updates")} />;
}

/** The sentences of a snapshot that are also shown and spoken elsewhere. */
export function useHeadline(): (snapshot: Snapshot) => Headline {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const verdictOf = useVerdict();
  return ({ status, at }) => {
    const { title, failing } = verdictOf(status);
    return {
      verdict: title,
      asOf: t("asOf", { time: format.dateTime(at, DAY_AND_MINUTE) }),
      pageTitle: failing === "" ? t("title") : t("outageTitle", { providers: failing }),
    };
  };
}

function useVerdict() {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const { nameOf, missing, join } = useNamed();
  const listed = (some: StatusBody["providers"]) =>
    format.list(some.map(({ name }) => nameOf(name)));

  return ({ providers, store }: StatusBody) => {
    const failing = providers.filter(({ state }) => state === "failing");
    if (failing.length > 0) {
      const since = failing.map((one) => one.failing_since ?? "").toSorted()[0] ?? "";
      const names = new Set(failing.map(({ name }) => name));
      const effects = effectsOf(
        names,
        providers.map(({ name }) => name),
      );
      const time = format.dateTime(new Date(since), isToday(since) ? MINUTE : DAY_AND_MINUTE);
      return {
        works: false,
        failing: listed(failing),
        title: t("down", {
          providers: listed(failing),
          count: failing.length,
          time: `${time} UTC`,
        }),
        text: join(missing(effects), t(store === "ok" ? "known" : "storeFails")),
      };
    }
    const rest = { works: store === "ok", failing: "" };
    if (store !== "ok") return { ...rest, title: t("storeFails"), text: t("storeFailsText") };
    const limited = providers.filter(({ state }) => state === "paused" || state === "slowed");
    if (limited.length > 0) {
      const title = t("limited", { providers: listed(limited) });
      return { ...rest, title, text: t("limitedText") };
    }
    const isUsed = providers.some(({ state }) => state !== "unused");
    return { ...rest, title: t("works"), text: t(isUsed ? "worksText" : "unusedText") };
  };
}

function isToday(time: string): boolean {
  return time.slice(0, 10) === new Date().toISOString().slice(0, 10);
}
