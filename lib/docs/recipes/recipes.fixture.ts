import { examplePlayer } from "../../contract/examples.ts";
import { docsPages } from "../pages.ts";

const page = docsPages.find(({ id }) => id === "recipes");

/** The code with this name on the page of recipes, as readers copy it. */
export function recipe(name: string, base: string): string {
  const found = page?.blocks.find((block) => block.kind === "code" && block.name === name);
  if (found?.kind !== "code") throw new TypeError(`There is no recipe ${name}.`);
  return found.code.replaceAll("{base}", base);
}

/** A recipe for another player. */
export function recipeFor(player: string, name: string, base: string): string {
  return recipe(name, base).replaceAll(examplePlayer.javaName, player);
}
