import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RecentPlayers } from "@/app/_components/home/recent-players.tsx";
import { Lookup } from "@/app/_components/lookup/lookup.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { CopyButton } from "@/app/_components/copy-button.tsx";
import { JsonLd, PageMain } from "@/app/_components/elements.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { localeOf } from "@/app/_server/page-locale.ts";
import { anyName, publicUrl, siteConfiguration } from "@/app/_server/site-configuration.ts";
import captured from "@/lib/contract/captured-examples.json" with { type: "json" };
import { examplePlayer } from "@/lib/contract/examples.ts";
import { dashed } from "@/lib/contract/identifiers.ts";
import { profileUrl } from "@/lib/contract/urls.ts";
import { localePath } from "@/lib/i18n/routing.ts";

export default async function HomePage({ params }: PageProps<"/[locale]">) {
  await localeOf(params);
  return (
    <PageMessages of="lookup">
      <SiteFacts />
      <PageMain>
        <div className="flex flex-col gap-12">
          {/* Not centred: the first paint must not move when the rest of the page arrives. */}
          <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2 xl:gap-x-16">
            <Lookup anyName={anyName()} />
            <ApiTeaser />
          </div>
          <RecentPlayers />
          <LookupHints />
        </div>
      </PageMain>
    </PageMessages>
  );
}

/** What the page says to search engines, with the site's name and how to search it as structured data. */
function SiteFacts() {
  const t = useTranslations("Site");
  const locale = useLocale();
  const home = `${publicUrl()}/${locale}`;
  const description = t("description");
  const facts = {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: t("name"),
    description,
    inLanguage: locale,
    url: home,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${home}/player?username={username}` },
      "query-input": "required name=username",
    },
  };
  return (
    <>
      <PageMetadata path="" description={description} />
      <JsonLd data={facts} />
    </>
  );
}

const kinds = [
  { kind: "javaName", example: examplePlayer.javaName },
  { kind: "gamertag", example: `.${examplePlayer.gamertag}` },
  { kind: "uuid", example: dashed(examplePlayer.uuid) },
  { kind: "xuid", example: examplePlayer.xuid },
] as const;

/** The kinds of identifiers that can be looked up. */
function LookupHints() {
  const t = useTranslations("LookupHints");
  return (
    <section aria-labelledby="hints" className="flex flex-col gap-4">
      <h2 id="hints" className="text-lg font-bold">
        {t("title")}
      </h2>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {kinds.map(({ kind, example }) => (
          <li key={kind} className="border-t-4 border-line pt-3">
            <h3 className="font-semibold">{t(`${kind}.title`)}</h3>
            <p className="text-sm text-muted text-pretty">{t(`${kind}.hint`)}</p>
            <p className="pt-2">
              <code dir="ltr" className="font-mono text-[0.8125rem] wrap-anywhere">
                {example}
              </code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 64;

const points = ["key", "editions", "cors"] as const;

/** What the API offers, in two lines to copy. */
function ApiTeaser() {
  const t = useTranslations("ApiTeaser");
  const locale = useLocale();
  const { javaName } = examplePlayer;
  const source = siteConfiguration().SOURCE_URL;
  const head = `/head/${javaName}/${HEAD_SIZE}`;
  return (
    <section aria-labelledby="api" className="flex min-w-0 flex-col gap-4">
      <div>
        <h2 id="api" className="text-xl font-bold tracking-tight sm:text-2xl">
          {t("title")}
        </h2>
        <ul className="teaser-points">
          {points.map((point) => (
            <li key={point}>{t(`points.${point}`)}</li>
          ))}
          {source !== undefined && (
            <li>
              <a href={source} className="underline">
                {t("points.source")}
              </a>
            </li>
          )}
        </ul>
      </div>
      <Line
        id="head-line"
        title={t("head")}
        code={`<img src="${publicUrl()}${head}" alt="${javaName}">`}
        result={
          <img
            src={head}
            alt={javaName}
            width={HEAD_SIZE}
            height={HEAD_SIZE}
            className="pixelated size-16 shrink-0"
          />
        }
      />
      <Line
        id="profile-line"
        title={t("profile")}
        code={`curl "${publicUrl()}${profileUrl(javaName)}"`}
      >
        <div className="mx-[3px] -mt-[9px] rounded-b-md border border-t-0 border-line bg-surface px-3 pt-3 pb-2 font-mono text-[0.8125rem] leading-[1.35]">
          <p className="pb-1 font-sans text-xs text-muted">{t("response")}</p>
          <pre dir="ltr" className="whitespace-pre-wrap wrap-anywhere">
            <code>{response}</code>
          </pre>
        </div>
      </Line>
      <p className="flex flex-wrap gap-x-5 gap-y-2 font-semibold">
        <a href={localePath(locale, "/docs")} className="button">
          {t("docs")}
        </a>
        <a href={localePath(locale, "/docs/self-hosting")} className="button">
          {t("selfHosting")}
        </a>
      </p>
    </section>
  );
}

interface LineProps {
  id: string;
  title: string;
  code: string;
  /** What it produces, beside it. */
  result?: ReactNode;
  /** What it produces, below it. */
  children?: ReactNode;
}

/** A line of code with a button that copies it. */
function Line({ id, title, code, result, children }: LineProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{title}</h3>
        <CopyButton label={title} of={id} />
      </div>
      <div className="name-tag flex min-w-0 items-center gap-4 px-3 py-2 font-mono text-[0.8125rem] leading-normal">
        {result}
        <code id={id} dir="ltr" className="min-w-0 grow wrap-anywhere">
          {code}
        </code>
      </div>
      {children}
    </div>
  );
}

const { java, bedrock } = captured.examples.getProfile.both.body;
const { username, uuid, head_url } = java;
const { gamertag, xuid_decimal, linked } = bedrock;

/** The telling parts of a real response. */
const shortened = {
  success: true,
  java: { username, uuid, head_url },
  bedrock: { gamertag, xuid_decimal, linked },
};

/** JSON with an ellipsis for the fields that are left out. */
const response = JSON.stringify(shortened, undefined, 2).replace(
  /\n( *)\}/g,
  (end, indent: string) => `,\n${indent}  …${end}`,
);
