import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListTool } from "@/app/_components/list/list-tool.tsx";
import "@/app/_components/list/list-table.css";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { localeOf } from "@/app/_server/page-locale.ts";
import { nameRules, offersBedrock } from "@/app/_server/site-configuration.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { MAX_ENTRIES } from "@/site/list/read-list.ts";

/** Looks up all players of a list. The browser reads it, so that the service gets nothing but lookups. */
export default async function ListPage({ params }: PageProps<"/[locale]/list">) {
  await localeOf(params);
  return (
    <PageMessages of="list">
      <main id="content">
        <ListTool nameRules={nameRules()} offersBedrock={offersBedrock()} intro={<Intro />}>
          <About />
        </ListTool>
      </main>
    </PageMessages>
  );
}

function Intro() {
  const t = useTranslations("ListPage");
  const locale = useLocale();
  return (
    <>
      <PageMetadata path="/list" title={t("title")} description={t("lead")} />
      <h1 className="text-3xl leading-tight font-bold tracking-tight">{t("title")}</h1>
      <p className="max-w-2xl pt-2 text-pretty text-stage-muted">{t("lead")}</p>
      <p className="max-w-2xl pt-4 text-pretty not-noscript:hidden">
        {t.rich("noScripts", { link: linkTo(localePath(locale, "/docs/batch")) })}
      </p>
    </>
  );
}

/** The page says what it reads and gives, and what happens to the list. */
function About() {
  const t = useTranslations("ListPage");
  const locale = useLocale();
  const code = (text: ReactNode) => (
    <code translate="no" dir="ltr" className="font-mono text-code">
      {text}
    </code>
  );
  const privacy = linkTo(localePath(locale, "/docs/privacy"));
  return (
    <div className="site-width section grid gap-x-12 gap-y-8 pb-8 md:grid-cols-3">
      <Points title={t("reads.title")}>
        <li>{t.rich("reads.java", { code })}</li>
        {offersBedrock() && <li>{t.rich("reads.bedrock", { code })}</li>}
        <li>{t("reads.table")}</li>
        <li>{t("reads.chat")}</li>
        <li>{t("reads.names")}</li>
      </Points>
      <Points title={t("gives.title")}>
        <li>{t("gives.names")}</li>
        <li>{t("gives.ids")}</li>
        <li>{t.rich("gives.commands", { code })}</li>
        <li>{t.rich("gives.files", { code })}</li>
      </Points>
      <Points title={t("keeps.title")}>
        <li>{t("keeps.browser")}</li>
        <li>{t.rich("keeps.lookups", { link: privacy })}</li>
        <li>{t("keeps.tab")}</li>
        <li>{t("keeps.most", { count: MAX_ENTRIES })}</li>
      </Points>
    </div>
  );
}

function linkTo(url: string) {
  return function LinkText(text: ReactNode) {
    return (
      <a href={url} className="underline underline-offset-4">
        {text}
      </a>
    );
  };
}

function Points({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-lg font-bold">{title}</h2>
      <ul className="grid list-disc gap-1.5 ps-5 pt-2 text-pretty marker:text-muted">{children}</ul>
    </section>
  );
}
