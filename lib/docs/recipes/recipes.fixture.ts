import { examplePlayer } from "../../contract/examples.ts";
import { docsPages } from "../pages.ts";

const pages = docsPages.filter(({ id }) => id === "recipes" || id === "yourSite");

/** The code with this name on the pages of recipes, as readers copy it. */
export function recipe(name: string, base: string): string {
  const blocks = pages.flatMap((page) => page.blocks);
  const found = blocks.find((block) => block.kind === "code" && block.name === name);
  if (found?.kind !== "code") throw new TypeError(`There is no recipe ${name}.`);
  return found.code.replaceAll("{base}", base);
}

/** A recipe for another player. */
export function recipeFor(player: string, name: string, base: string): string {
  return recipe(name, base).replaceAll(examplePlayer.javaName, player);
}
