// Writes the part of the TypeScript client that follows from the contract, when it is not as it
// should be. Needs the compiled server; "npm run build" calls it.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { clientSource } from "../dist/lib/contract/client-source.js";
import { openApiDocument } from "../dist/lib/contract/openapi.js";
import { englishMeanings } from "../dist/lib/http/english.js";

const file = path.join(import.meta.dirname, "../clients/typescript/src/contract.ts");
const meanings = englishMeanings();
const source = clientSource(openApiDocument({ baseUrl: "", version: "", meanings }), meanings);
const style = await resolveConfig(file, { editorconfig: true });
const text = await format(source, { ...style, filepath: file });
if (text !== (await readFile(file, "utf8").catch(() => ""))) await writeFile(file, text);
