import type { MDXContent } from "mdx/types";
import type { Locale } from "next-intl";
import type { Block } from "./blocks.ts";
import { slugs, type Slug } from "./pages.ts";

/** A page of the documentation in one language: a file of `content/docs`. */
export interface DocsPage {
  slug: Slug;
  /** The page as a component. */
  Content: MDXContent;
  title: string;
  /** One line of Markdown. */
  description: string;
  blocks: readonly Block[];
}

interface Module {
  default: MDXContent;
  frontmatter: { title: string; description: string };
  blocks: readonly Block[];
}

/** A page in one language. */
export async function loadPage(locale: Locale, slug: Slug): Promise<DocsPage> {
  // `scripts/check-docs.mjs` has checked that every page is there.
  const file = (await import(`@/content/docs/${locale}/${slug}.mdx`)) as Module;
  return { slug, Content: file.default, ...file.frontmatter, blocks: file.blocks };
}

/** All pages in one language, in reading order. */
export function loadPages(locale: Locale): Promise<DocsPage[]> {
  return Promise.all(slugs.map((slug) => loadPage(locale, slug)));
}
