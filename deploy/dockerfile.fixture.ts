import { readFileSync } from "node:fs";
import path from "node:path";

interface Instruction {
  name: string;
  value: string;
}

/** The Dockerfile's two stages: what builds the image, and the image. */
export function readStages(): { build: Instruction[]; image: Instruction[] } {
  const lines = readFileSync(path.join(import.meta.dirname, "..", "Dockerfile"), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", ...value] = line.split(" ");
      return { name, value: value.join(" ") };
    });
  const second = lines.findLastIndex(({ name }) => name === "FROM");
  return { build: lines.slice(0, second), image: lines.slice(second) };
}

/** The text after the last instruction of this name in the stage that is the image. */
export function imageInstruction(name: string): string {
  return readStages().image.findLast((line) => line.name === name)?.value ?? "";
}

/** The variables that the image sets. */
export function imageVariables(): Record<string, string> {
  const pairs = imageInstruction("ENV")
    .split(" ")
    .map((pair) => pair.split("="));
  return Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, value]));
}
