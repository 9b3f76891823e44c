import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "./connection.ts";
import { createFiles } from "./create.ts";
import { scratchDirectory } from "./scratch.fixture.ts";
import { isTrusted, leaveNote } from "./trust.ts";

function openFile() {
  const path = join(scratchDirectory(), "file");
  writeFileSync(path, "content");
  const file = openSync(path, "r");
  onTestFinished(() => closeSync(file));
  return { path, file };
}

it("trusts a file once after an orderly end", () => {
  const { path, file } = openFile();
  expect(isTrusted(path, file)).toBe(false);
  leaveNote(path);
  expect(isTrusted(path, file)).toBe(true);
  expect(isTrusted(path, file)).toBe(false);
});

it("does not trust a file that was touched since", () => {
  const { path, file } = openFile();
  leaveNote(path);
  writeFileSync(path, "changes");
  expect(isTrusted(path, file)).toBe(false);
});

it.runIf(process.platform === "linux")("trusts a file that is in use", async () => {
  const path = join(scratchDirectory(), "store.mdb");
  createFiles(path);
  const connection = connect(path, 1_000_000);
  connection.tree("any");
  const file = openSync(path, "r");
  expect(isTrusted(path, file)).toBe(true);
  await connection.close();
  expect(isTrusted(path, file)).toBe(false);
  closeSync(file);
});
