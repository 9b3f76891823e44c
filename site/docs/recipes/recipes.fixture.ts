import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { examplePlayer } from "../../../lib/contract/examples.ts";
import { recipeCode } from "../recipes.ts";

const content = path.resolve(import.meta.dirname, "../../../content");
const pages = ["recipes", "your-site"].map(pageText).join("\n");

function pageText(slug: string): string {
  return readFileSync(path.join(content, "docs/en", `${slug}.mdx`), "utf8");
}

/** A program, or the code with this title on the pages of recipes, as readers copy it. */
export function recipe(name: string, base: string): string {
  const code = existsSync(path.join(content, "recipes", name)) ? recipeCode(name) : titled(name);
  return code.replaceAll("{base}", base);
}

function titled(name: string): string {
  const [, code] =
    new RegExp(`^\`\`\`\\w+ title="${name}"\n(.*?)\n\`\`\`$`, "ms").exec(pages) ?? [];
  if (code === undefined) throw new TypeError(`There is no recipe ${name}.`);
  return code;
}

/** The code of a section of a page. */
export function codeIn(slug: string, section: string, base: string): string[] {
  const [, text = ""] = pageText(slug).split(`[#${section}]\n`);
  const [own = ""] = text.split("\n## ");
  return [...own.matchAll(/^```[^\n]*\n(.*?)\n```$/gms)].map(([, code = ""]) =>
    code.replaceAll("{base}", base),
  );
}

/** A recipe for another player. */
export function recipeFor(player: string, name: string, base: string): string {
  return recipe(name, base).replaceAll(examplePlayer.javaName, player);
}
