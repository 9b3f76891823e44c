import { doubleQuoted, lines, list } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./samples.ts";

/** For browsers and Node 20. Only Node can write a file: in a browser, one line differs. */
export function javascriptSample({ url, query, noun, file }: SampleRequest): string {
  return lines(
    file !== undefined && ['import { writeFile } from "node:fs/promises";', ""],
    list("const query = new URLSearchParams({ ", properties(query), " });", "  "),
    `const response = await fetch(${doubleQuoted(`${url}?`)} + query);`,
    file === undefined
      ? [
          `const ${noun} = await response.json();`,
          `if (!response.ok) throw new Error(${noun}.error);`,
          "",
          `console.log(JSON.stringify(${noun}, null, 2));`,
        ]
      : [
          "if (!response.ok) throw new Error(`HTTP ${response.status}`);",
          "",
          "// In a browser: image.src = URL.createObjectURL(await response.blob());",
          `await writeFile(${doubleQuoted(file)}, response.body);`,
        ],
  );
}

/** The properties of an object literal. */
function properties(parameters: readonly SampleParameter[]): string[] {
  return parameters.map(({ name, value, kind }) =>
    kind === "number" || kind === "boolean"
      ? `${name}: ${value}`
      : `${name}: ${doubleQuoted(value)}`,
  );
}

/** With `openapi-fetch`, and types that `openapi-typescript` generates from `/openapi.json`. */
export function typescriptSample({ baseUrl, route, query, file }: SampleRequest): string {
  const isImage = file !== undefined;
  const received = isImage ? "{ data, response }" : "{ data, error }";
  const options = ["params: { query }", ...(isImage ? ['parseAs: "blob"'] : [])];
  const get = `const ${received} = await nametag.GET(${doubleQuoted(route)}, { `;
  return lines(
    "// npm install openapi-fetch",
    `// npx openapi-typescript@7 ${baseUrl}/openapi.json -o nametag-api.d.ts`,
    isImage && 'import { writeFile } from "node:fs/promises";',
    'import createClient from "openapi-fetch";',
    'import type { paths } from "./nametag-api.d.ts";',
    "",
    `const nametag = createClient<paths>({ baseUrl: ${doubleQuoted(baseUrl)} });`,
    list("const query = { ", properties(query), " } as const;", "  "),
    list(get, options, " });", "  "),
    isImage
      ? [
          "if (!data) throw new Error(`HTTP ${response.status}`);",
          "",
          "// In a browser: image.src = URL.createObjectURL(data);",
          `await writeFile(${doubleQuoted(file)}, Buffer.from(await data.arrayBuffer()));`,
        ]
      : [
          "if (error) throw new Error(error.error);",
          "",
          "console.log(JSON.stringify(data, null, 2));",
        ],
  );
}
