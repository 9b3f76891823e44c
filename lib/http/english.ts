import { readFileSync } from "node:fs";
import path from "node:path";
import type { Meanings } from "../contract/meanings.ts";

/**
 * What the contract means, in English: the language of descriptions for programs.
 * Read from the folder the service runs in, where the front and every bundle find the one file.
 */
export function englishMeanings(): Meanings {
  const file = path.join(process.cwd(), "messages", "en.json");
  const messages = JSON.parse(readFileSync(file, "utf8")) as { Contract: Meanings };
  return messages.Contract;
}
