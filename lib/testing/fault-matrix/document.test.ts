import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { describeMatrix } from "./document.ts";

const FILE = path.resolve("docs/fault-matrix.md");

it("docs/fault-matrix.md says what the tables say", async () => {
  const text = await describeMatrix();
  if (process.env["WRITE_FAULT_MATRIX"] !== undefined) await writeFile(FILE, text);
  const written = await readFile(FILE, "utf8").catch(() => "");
  const hint = "Run: WRITE_FAULT_MATRIX=1 npx vitest run lib/testing/fault-matrix/document.test.ts";
  expect(written === text, hint).toBe(true);
});
