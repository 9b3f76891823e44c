import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, it, vi } from "vitest";
import { pixelFaceFile } from "./pixel-face.ts";

// The package throws outside of a server's bundle; a test is none.
vi.mock("server-only", () => ({}));

it("unpacks the pixel face once the folder for temporary files is back", async () => {
  const folder = tmpdir();
  vi.stubEnv("TMPDIR", "/proc/nothing");
  await expect(pixelFaceFile("latin")).rejects.toThrow("ENOENT");
  vi.stubEnv("TMPDIR", folder);
  const file = await pixelFaceFile("latin");
  expect((await readFile(file)).readUInt32BE(0)).toBe(0x0001_0000);
  expect(await pixelFaceFile("latin")).toBe(file);
});
