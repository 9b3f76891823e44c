import { lines, list, type ListStyle } from "./lines.ts";
import type { SampleParameter, SampleRequest } from "./sample-request.ts";
import { javascriptString } from "./string-literals.ts";

const OBJECT: ListStyle = { margin: "", padding: " ", indent: "  " };

/** For browsers and Node 20. A browser cannot write a file: there, one line is another. */
export function javascriptSample({ stem, query, noun, file }: SampleRequest): string {
  const url = javascriptString(stem);
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
    `await writeFile(${javascriptString(file)}, response.body);`,
  );
}

/** The properties of an object literal. */
export function properties(parameters: readonly SampleParameter[]): string[] {
  return parameters.map(({ name, value, kind }) =>
    kind === "number" || kind === "boolean"
      ? `${name}: ${value}`
      : `${name}: ${javascriptString(value)}`,
  );
}
