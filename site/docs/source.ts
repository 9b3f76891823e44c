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
  /** A shorter title for the list of pages. */
  menuTitle?: string;
  /** One line of Markdown. */
  description: string;
  blocks: readonly Block[];
}

interface Module {
  default: MDXContent;
  frontmatter: Pick<DocsPage, "title" | "menuTitle" | "description">;
  blocks: readonly Block[];
}

/** The language that pages are translated from. */
const SOURCE: Locale = "en";

/** A page in one language. */
export async function loadPage(locale: Locale, slug: Slug): Promise<DocsPage> {
  const file = await moduleOf(locale, slug);
  return { slug, Content: file.default, ...file.frontmatter, blocks: file.blocks };
}

/**
 * The file of a page. The build refuses a page without a translation; in development it is in English, and the other
 * pages of its language, whose list names it, are there as well.
 */
async function moduleOf(locale: Locale, slug: Slug): Promise<Module> {
  try {
    return (await import(`@/content/docs/${locale}/${slug}.mdx`)) as Module;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND";
    if (!isMissing || locale === SOURCE) throw error;
    return moduleOf(SOURCE, slug);
  }
}

/** All pages in one language, in reading order. */
export function loadPages(locale: Locale): Promise<DocsPage[]> {
  return Promise.all(slugs.map((slug) => loadPage(locale, slug)));
}
