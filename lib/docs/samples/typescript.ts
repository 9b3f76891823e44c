import { properties } from "./javascript.ts";
import { lines, list, type ListStyle } from "./lines.ts";
import type { SampleRequest } from "./sample-request.ts";
import { javascriptString } from "./string-literals.ts";

const OBJECT: ListStyle = { margin: "", padding: " ", indent: "  " };

/** With the package `nametag-client`, which is made from the same contract and checks the status. */
export function typescriptSample({ baseUrl, method, noun, options, file }: SampleRequest): string {
  const call = `const ${noun} = await nametag.${method}(`;
  return lines(
    file !== undefined && 'import { writeFile } from "node:fs/promises";',
    'import { createNametag } from "nametag-client";',
    "",
    `const nametag = createNametag({ baseUrl: ${javascriptString(baseUrl)} });`,
    options.length === 0 ? `${call});` : list(`${call}{`, properties(options), "});", OBJECT),
    "",
    ...use(noun, file),
  );
}

function use(noun: string, file: string | undefined): string[] {
  if (file === undefined) return [`console.log(JSON.stringify(${noun}, null, 2));`];
  return [
    `// In a browser: image.src = URL.createObjectURL(${noun});`,
    `await writeFile(${javascriptString(file)}, Buffer.from(await ${noun}.arrayBuffer()));`,
  ];
}
