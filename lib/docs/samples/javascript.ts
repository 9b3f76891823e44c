import { doubleQuoted, lines, list, type ListStyle } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./samples.ts";

const OBJECT: ListStyle = { padding: " ", indent: "  " };

/** For browsers and Node 20. Only Node can write a file: in a browser, one line differs. */
export function javascriptSample({ stem, query, noun, file }: SampleRequest): string {
  const url = doubleQuoted(stem);
  const request = [
    query.length > 0 &&
      list("const query = new URLSearchParams({", properties(query), "});", OBJECT),
    `const response = await fetch(${url}${query.length === 0 ? "" : " + query"});`,
  ];
  if (file === undefined) {
    return lines(
      ...request,
      `const ${noun} = await response.json();`,
      `if (!response.ok) throw new Error(${noun}.error);`,
      "",
      `console.log(JSON.stringify(${noun}, null, 2));`,
    );
  }
  return lines(
    'import { writeFile } from "node:fs/promises";',
    "",
    ...request,
    "if (!response.ok) throw new Error(`HTTP ${response.status}`);",
    "",
    "// In a browser: image.src = URL.createObjectURL(await response.blob());",
    `await writeFile(${doubleQuoted(file)}, response.body);`,
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
export function typescriptSample({ baseUrl, route, parameters, file }: SampleRequest): string {
  const hasQuery = parameters.length > 0;
  return lines(
    "// npm install openapi-fetch",
    `// npx openapi-typescript@7 ${baseUrl}/openapi.json -o nametag-api.d.ts`,
    file !== undefined && 'import { writeFile } from "node:fs/promises";',
    'import createClient from "openapi-fetch";',
    'import type { paths } from "./nametag-api.d.ts";',
    "",
    `const nametag = createClient<paths>({ baseUrl: ${doubleQuoted(baseUrl)} });`,
    hasQuery && list("const query = {", properties(parameters), "} as const;", OBJECT),
    ...(file === undefined ? json(route, hasQuery) : image(route, hasQuery, file)),
  );
}

function json(route: string, hasQuery: boolean): string[] {
  return [
    get("{ data, error }", route, hasQuery ? ["params: { query }"] : []),
    "if (error) throw new Error(error.error);",
    "",
    "console.log(JSON.stringify(data, null, 2));",
  ];
}

function image(route: string, hasQuery: boolean, file: string): string[] {
  const options = [...(hasQuery ? ["params: { query }"] : []), 'parseAs: "blob"'];
  return [
    get("{ data, response }", route, options),
    "if (!data) throw new Error(`HTTP ${response.status}`);",
    "",
    "// In a browser: image.src = URL.createObjectURL(data);",
    `await writeFile(${doubleQuoted(file)}, Buffer.from(await data.arrayBuffer()));`,
  ];
}

function get(result: string, route: string, options: readonly string[]): string {
  const call = `const ${result} = await nametag.GET(${doubleQuoted(route)}`;
  return options.length === 0 ? `${call});` : list(`${call}, {`, options, "});", OBJECT);
}
