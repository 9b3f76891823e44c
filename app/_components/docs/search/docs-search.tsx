import { docsPath, type PageId } from "@/lib/docs/page.ts";
import { docsPages } from "@/lib/docs/pages.ts";
import type { DocsTexts } from "@/lib/docs/texts.ts";
import { SearchLauncher } from "./search-launcher.tsx";

/** Where most people want to go. */
const popular = new Set<PageId>(["quickStart", "profile", "head", "errors", "recipes"]);

/** The search over all pages of the documentation, in the language of the page. */
export function DocsSearch({ texts }: { texts: DocsTexts }) {
  const pages = docsPages.filter(({ id }) => popular.has(id));
  return (
    <SearchLauncher
      popular={pages.map((page) => ({
        title: texts.text(page.id, "title"),
        path: docsPath(page),
      }))}
    />
  );
}
