import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoints, type Endpoint } from "../contract.ts";
import { sampleLanguages } from "./languages.ts";
import { exampleParameters, sampleCode } from "./samples.ts";

const baseUrl = "https://nametag.example";
const contract: readonly Endpoint[] = endpoints;
const languageIds = sampleLanguages.map(({ id }) => id);

function endpointOf(id: string): Endpoint {
  const found = contract.find((endpoint) => endpoint.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}

function exampleQuery(endpoint: Endpoint): Record<string, string> {
  return Object.fromEntries(exampleParameters(endpoint).map(({ name, value }) => [name, value]));
}

describe("sampleCode", () => {
  it.each(languageIds)("writes every endpoint complete and tidy: %s", (language) => {
    for (const endpoint of contract) {
      const code = sampleCode(endpoint, language, { baseUrl });
      const route = endpoint.path.replace(/\?.*$/, "");
      const parts = [
        language === "typescript" ? `nametag.GET("${route}"` : route,
        baseUrl,
        ...Object.entries(exampleQuery(endpoint)).flat(),
      ];
      expect(parts.filter((part) => !code.includes(part))).toEqual([]);
      expect(code).not.toMatch(/undefined|\[object|[ \t]\n|\n\n\n|^\n/);
      expect(code).toMatch(/[^\n]\n$/);
      expect(code.split("\n").filter((line) => line.length > 100)).toEqual([]);
    }
  });

  it.each(contract)("formats JavaScript and TypeScript as prettier does: $id", async (endpoint) => {
    for (const language of ["javascript", "typescript"] as const) {
      const everything = Object.keys(endpoint.query.shape).map((name) => [
        name,
        "1234567890123456",
      ]);
      for (const query of [exampleQuery(endpoint), Object.fromEntries(everything)]) {
        const code = sampleCode({ ...endpoint, example: query }, language, { baseUrl });
        expect(code).toBe(
          await format(code, { parser: language === "javascript" ? "babel" : language }),
        );
      }
    }
  });

  it.each(languageIds)("sends what the example adds: %s", (language) => {
    const example = { username: "QuietQuill", format: "webp", overlay: "false", made_up: "1" };
    const code = sampleCode({ ...endpointOf("getHead"), example }, language, {
      baseUrl: `${baseUrl}/`,
    });
    for (const part of ["QuietQuill", "webp", "overlay", "false", "head.webp"]) {
      expect(code).toContain(part);
    }
    for (const absent of ["Lantern_Lou", "size", "made_up", "example//head"]) {
      expect(code).not.toContain(absent);
    }
  });

  it("sends the fixed query of the path beside the other parameters", () => {
    const query = z.object({ social: z.literal("1"), since: z.string() });
    const endpoint: Endpoint = { ...endpointOf("getSocial"), query, example: { since: "May 1" } };
    expect(sampleCode(endpoint, "curl", { baseUrl })).toContain(
      "'https://nametag.example/api' \\\n  --data-urlencode 'social=1' \\\n  --data-urlencode 'since=May 1'\n",
    );
    expect(sampleCode(endpoint, "typescript", { baseUrl })).toContain(
      'query = { social: "1", since: "May 1" }',
    );
  });

  it.each([
    ["128", "size: 128"],
    ["0128", 'size: "0128"'],
    ["1e3", 'size: "1e3"'],
    ["9".repeat(30), `size: "${"9".repeat(30)}"`],
    ["1}); alert(1", 'size: "1}); alert(1"'],
  ])("writes the size %j with its type", (size, written) => {
    for (const language of ["javascript", "typescript"] as const) {
      const endpoint = { ...endpointOf("getHead"), example: { size } };
      expect(sampleCode(endpoint, language, { baseUrl })).toContain(written);
    }
  });
});
