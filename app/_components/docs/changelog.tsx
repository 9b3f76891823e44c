import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import { marked } from "marked";

/** `CHANGELOG.md` without its title, as it was when the pages were drawn. */
export function Changelog() {
  const text = readFileSync(path.join(process.cwd(), "CHANGELOG.md"), "utf8");
  const html = marked.parse(text.replace(/^# .*\n/, ""), { async: false });
  return (
    <div lang="en" dir="ltr" className="docs-prose" dangerouslySetInnerHTML={{ __html: html }} />
  );
}
