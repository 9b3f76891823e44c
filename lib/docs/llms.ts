import { docsPath } from "./page.ts";
import { docsGroups, docsPages } from "./pages.ts";
import { pageMarkdown } from "./markdown.ts";
import type { DocsTexts } from "./texts.ts";

/** What the service is and where its documentation is, in the format of https://llmstxt.org. */
export function llmsIndex(texts: DocsTexts): string {
  const groups = docsGroups.map(({ id, pages }) => {
    const lines = pages.map((page) => {
      const address = `${texts.base}/${texts.locale}${docsPath(page)}.md`;
      return `- [${texts.text(page.id, "title")}](${address}): ${texts.text(page.id, "description")}`;
    });
    return [`## ${texts.labels.groups[id]}`, ...lines].join("\n");
  });
  const files = [
    `- [OpenAPI](${texts.base}/openapi.json)`,
    `- [llms-full.txt](${texts.base}/llms-full.txt)`,
  ].join("\n");
  return `${["# Nametag", `> ${summary(texts)}`, ...groups, `## Optional\n${files}`].join("\n\n")}\n`;
}

/** All pages in one text. */
export function llmsFull(texts: DocsTexts): string {
  return docsPages.map((page) => pageMarkdown(page, texts)).join("\n---\n\n");
}

/** The first paragraph of the first page, without its emphasis. */
function summary({ text }: DocsTexts): string {
  return text("quickStart", "intro").replaceAll("**", "");
}
