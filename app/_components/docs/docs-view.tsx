import type { DocsPage } from "@/lib/docs/page.ts";
import type { DocsTexts } from "@/lib/docs/texts.ts";
import { Blocks } from "./blocks.tsx";
import { PageFooter } from "./page-footer.tsx";
import { InlineProse } from "./prose.tsx";
import { DocsSearch } from "./search/docs-search.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TableOfContents } from "./table-of-contents.tsx";

/** A page of the documentation between its neighbours and its headings. */
export function DocsView({ page, texts }: { page: DocsPage; texts: DocsTexts }) {
  return (
    <div className="mx-auto grid w-full max-w-6xl grow gap-x-10 gap-y-6 px-4 py-6 sm:px-6 sm:py-8 lg:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_12rem]">
      <div className="flex flex-col gap-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start">
        <DocsSearch texts={texts} />
        <Sidebar page={page} texts={texts} />
      </div>
      <main id="content" className="min-w-0">
        <article className="docs-prose">
          <h1 className="text-3xl font-bold text-balance">{texts.text(page.id, "title")}</h1>
          <p className="text-lg text-pretty text-muted">
            <InlineProse markdown={texts.text(page.id, "description")} />
          </p>
          <Blocks page={page} texts={texts} />
        </article>
        <PageFooter page={page} texts={texts} />
      </main>
      <div className="hidden xl:block">
        <TableOfContents page={page} texts={texts} />
      </div>
    </div>
  );
}
