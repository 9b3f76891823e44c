import "server-only";
import type { Metadata } from "next";
import { hasLocale, type Locale } from "next-intl";
import { getMessages } from "next-intl/server";
import { notFound } from "next/navigation";
import { DocsView } from "@/app/_components/docs/docs-view.tsx";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { docsPath, type DocsPage } from "@/lib/docs/page.ts";
import { docsPageAt } from "@/lib/docs/pages.ts";
import { docsMessages } from "@/lib/i18n/page-messages.ts";
import { routing } from "@/lib/i18n/routing.ts";
import { docsTexts } from "./docs-texts.ts";
import { pageMetadata } from "./page-metadata.ts";

/** The route parameters of a page of the documentation. */
interface DocsParams {
  locale: string;
  slug?: string[];
}

/** Renders the page at a URL. */
export async function renderDocsPage(params: DocsParams) {
  const { locale, page } = pageOf(params);
  const [texts, messages] = await Promise.all([docsTexts(locale), getMessages({ locale })]);
  return (
    <PageMessages locale={locale} json={docsMessages(messages)}>
      <DocsView page={page} texts={texts} />
    </PageMessages>
  );
}

/** The metadata of the page at a URL. */
export async function docsMetadata(params: DocsParams): Promise<Metadata> {
  const { locale, page } = pageOf(params);
  const texts = await docsTexts(locale);
  const title = texts.text(page.id, "title");
  const description = texts.text(page.id, "description").replaceAll("`", "");
  const path = docsPath(page);
  const metadata = await pageMetadata({
    locale,
    path,
    title,
    description,
    about: { type: "article" },
  });
  const markdown = `/${locale}${path}.md`;
  return {
    ...metadata,
    alternates: { ...metadata.alternates, types: { "text/markdown": markdown } },
  };
}

function pageOf({ locale, slug = [] }: DocsParams): { locale: Locale; page: DocsPage } {
  const page = docsPageAt(slug.join("/"));
  if (!hasLocale(routing.locales, locale) || page === undefined) notFound();
  return { locale, page };
}
