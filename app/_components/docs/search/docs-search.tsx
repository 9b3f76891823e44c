import { docsPath, type Slug } from "@/site/docs/pages.ts";
import type { DocsPage } from "@/site/docs/source.ts";
import { Icon } from "../../icon.tsx";
import { SearchLauncher } from "./search-launcher.tsx";

/** The pages that most readers want, offered before a search. */
const popular = new Set<Slug>(["index", "profile", "head", "errors", "recipes"]);

/** The search of the documentation. */
export function DocsSearch({ pages }: { pages: readonly DocsPage[] }) {
  return (
    <SearchLauncher
      popular={pages
        .filter(({ slug }) => popular.has(slug))
        .map(({ title, slug }) => ({ title, path: docsPath(slug) }))}
      icons={{
        search: <Icon shape="search" size={16} />,
        close: <Icon shape="close" size={16} />,
      }}
    />
  );
}
