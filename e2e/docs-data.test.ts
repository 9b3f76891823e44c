import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { recipeFiles } from "../site/docs/recipe-files.ts";
import { recipeCode } from "../site/docs/recipes.ts";
import { sampleLanguages } from "../site/docs/samples/languages.ts";
import { sampleCode } from "../site/docs/samples/samples.ts";
import { endpoints } from "../lib/routes/index.ts";
import { BUILT_FOR } from "./support/settings.ts";
import { useService } from "./support/use.ts";

const service = useService("asBuilt");
const get = (path: string) => fetch(service().url + path, { redirect: "manual" });

test("has the samples of every endpoint in every language, cacheable", async () => {
  for (const { id: language } of sampleLanguages) {
    const response = await get(`/docs-samples/${language}`);
    expect(response.status, language).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "public, max-age=300, stale-while-revalidate=86400",
    });
    expect(response.headers.get("set-cookie")).toBeNull();
    const samples = (await response.json()) as Record<string, string>;
    expect(Object.keys(samples)).toEqual(endpoints.map(({ id }) => id));
    for (const endpoint of endpoints) {
      const { textContent } = parse(samples[endpoint.id] ?? "");
      const code = sampleCode(endpoint, language, { baseUrl: BUILT_FOR });
      expect(textContent, language).toBe(code.trimEnd());
    }
  }
  for (const nothing of ["cobol", "constructor", "curl/more"]) {
    expect((await get(`/docs-samples/${nothing}`)).status, nothing).toBe(404);
  }
});

test("has every program of the recipes as a file", async () => {
  for (const file of Object.keys(recipeFiles)) {
    const response = await get(`/docs-recipes/${file}`);
    const { headers } = response;
    expect([headers.get("content-type"), headers.get("x-content-type-options")], file).toEqual([
      "text/plain; charset=utf-8",
      "nosniff",
    ]);
    const code = recipeCode(file).replaceAll("{base}", BUILT_FOR);
    expect(await response.text(), file).toBe(`${code}\n`);
  }
  for (const nothing of ["bot.py", "__proto__", "lookup.mjs/more"]) {
    expect((await get(`/docs-recipes/${nothing}`)).status, nothing).toBe(404);
  }
});

test("has an index for its search that is not a page", async () => {
  const { headers } = await get("/docs-search/en");
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/json",
    vary: "Accept-Encoding",
  });
  expect(headers.get("content-security-policy")).toBeNull();
  expect((await get("/docs-search/xx")).status).toBe(404);
});
