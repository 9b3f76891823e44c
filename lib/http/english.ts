import { readFileSync } from "node:fs";
import path from "node:path";
import type { Meanings } from "../contract/meanings.ts";

/**
 * The English texts of the contract, for descriptions that programs read. Read from the working
 * directory, since the front and every bundle find the same file there.
 */
export function englishMeanings(): Meanings {
  const file = path.join(process.cwd(), "messages", "en.json");
  const messages = JSON.parse(readFileSync(file, "utf8")) as { Contract: Meanings };
  return messages.Contract;
}
