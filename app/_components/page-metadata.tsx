import { useLocale, useTranslations } from "next-intl";
import { offersBedrock, publicUrl } from "@/app/_server/site-configuration.ts";
import { alternatesOf, openGraphLocale } from "@/site/i18n/languages.ts";

/*
 * A page describes itself to search engines and link previews. React moves these elements to the document's head. As
 * Next's `metadata`, merged from layout and page and streamed, they took a tenth of the time of a player's page.
 */

interface PageMetadataProps {
  /** Without the language, as in `/docs/head`; empty for the home page. */
  path: string;
  /** Without the name of the site; left out for the home page. */
  title?: string;
  /** The title in link previews, which name the site themselves. */
  previewTitle?: string;
  description: string;
  /** The image for link previews, 1200 × 630 pixels; the site's by default. */
  image?: { url: string; alt: string };
  /** The type of the page in the Open Graph protocol. */
  type?: "website" | "article" | "profile";
  /** The player of a profile. */
  username?: string;
  /** The path of the same text as Markdown. */
  markdown?: string;
}

export function PageMetadata(props: PageMetadataProps) {
  const { path, title, previewTitle, description, image, username, markdown } = props;
  const { type = "website" } = props;
  const t = useTranslations("Site");
  const locale = useLocale();
  const base = publicUrl();
  const { canonical, languages } = alternatesOf(locale, path);
  const preview = image ?? { url: `${base}/opengraph-image.png`, alt: t("socialImage") };
  return (
    <>
      <PageTitle title={title} isName={username !== undefined} />
      <meta name="description" content={description} />
      <link rel="manifest" href={`/${locale}/manifest.webmanifest`} />
      <link rel="canonical" href={base + canonical} />
      {Object.entries(languages).map(([language, url]) => (
        <link key={language} rel="alternate" hrefLang={language} href={base + url} />
      ))}
      {markdown !== undefined && (
        <link rel="alternate" type="text/markdown" href={base + markdown} />
      )}
      {/* X takes the title, description and image from the Open Graph protocol. */}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image:alt" content={preview.alt} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={previewTitle ?? wholeTitle(t, title)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={base + canonical} />
      <meta property="og:site_name" content={t("name")} />
      <meta property="og:locale" content={openGraphLocale(locale)} />
      <meta property="og:image" content={preview.url} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={preview.alt} />
      {username !== undefined && <meta property="profile:username" content={username} />}
    </>
  );
}

interface PageTitleProps {
  title: string | undefined;
  /** It is a player's name, which is not to be translated. */
  isName?: boolean;
}

/** The title and what browsers need to know: enough for a page that search engines leave out. */
export function PageTitle({ title, isName = false }: PageTitleProps) {
  const t = useTranslations("Site");
  return (
    <>
      <title translate={isName ? "no" : undefined}>{wholeTitle(t, title)}</title>
      <meta name="application-name" content={t("name")} />
      {/* Numbers on the pages are ids, not phone numbers. */}
      <meta name="format-detection" content="telephone=no" />
    </>
  );
}

function wholeTitle(t: ReturnType<typeof useTranslations<"Site">>, title: string | undefined) {
  if (title !== undefined) return t("titleTemplate", { page: title });
  return offersBedrock() ? t("title") : t("javaOnly.title");
}

/** Structured data of a page for search engines (schema.org). */
export function JsonLd({ data }: { data: object }) {
  // A script element ends at the first `</`, even inside a string.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
