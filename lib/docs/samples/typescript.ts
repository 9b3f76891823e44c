import { properties } from "./javascript.ts";
import { lines, list, type ListStyle } from "./lines.ts";
import type { SampleRequest } from "./sample-request.ts";
import { javascriptString } from "./string-literals.ts";

const OBJECT: ListStyle = { margin: "  ", padding: " ", indent: "  " };

/** With the package `nametag-client`, which is generated from the same contract. */
export function typescriptSample({ baseUrl, method, noun, options, file }: SampleRequest): string {
  const call =
    options.length === 0
      ? `  const ${noun} = await nametag.${method}();`
      : list(`const ${noun} = await nametag.${method}({`, properties(options), "});", OBJECT);
  return lines(
    file !== undefined && 'import { writeFile } from "node:fs/promises";',
    'import { createNametag, NametagError } from "nametag-client";',
    "",
    `const nametag = createNametag({ baseUrl: ${javascriptString(baseUrl)} });`,
    "",
    "try {",
    call,
    ...use(noun, file),
    "} catch (error) {",
    "  if (!(error instanceof NametagError)) throw error;",
    "  console.error(error.code, error.message);",
    "}",
  );
}

function use(noun: string, file: string | undefined): string[] {
  if (file === undefined) return [`  console.log(JSON.stringify(${noun}, null, 2));`];
  return [
    `  // In a browser: image.src = URL.createObjectURL(${noun});`,
    `  await writeFile(${javascriptString(file)}, Buffer.from(await ${noun}.arrayBuffer()));`,
  ];
}
