import { notFound } from "next/navigation";
import { CACHE_CONTROL } from "@/app/_server/docs-texts.ts";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { recipeFiles } from "@/site/docs/recipe-files.ts";
import { recipeCode } from "@/site/docs/recipes.ts";
import { withBase } from "@/site/docs/texts.ts";

/** A program of the recipes, complete, to read in a browser or to download. */
export async function GET(_: Request, { params }: RouteContext<"/docs-recipes/[file]">) {
  const { file } = await params;
  if (!Object.hasOwn(recipeFiles, file)) notFound();
  const code = withBase(recipeCode(file), { base: publicUrl() });
  return new Response(`${code}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": CACHE_CONTROL },
  });
}
