import { marked } from "marked";

/** What changed in the project, which is told in English. */
export function Changelog({ markdown }: { markdown: string }) {
  const html = marked.parse(markdown, { async: false });
  return (
    <div lang="en" dir="ltr" className="docs-prose" dangerouslySetInnerHTML={{ __html: html }} />
  );
}
