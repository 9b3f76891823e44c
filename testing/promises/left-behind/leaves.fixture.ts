import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { listen } from "../../local-server.ts";

it("leaves a server and a folder behind", async () => {
  expect(mkdtempSync(path.join(tmpdir(), "left-by-a-test-"))).not.toBe("");
  expect(await listen(createServer())).toBeGreaterThan(0);
});
