import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "playwright/test";
import { root } from "./support/root.ts";
import { environmentOf } from "./support/service.ts";

const FILE = path.join(root, "package.json");

for (const processes of ["1", "2"]) {
  test(`a file for DATA_DIR ends the start with one sentence (processes: ${processes})`, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/server/start.js"], {
      cwd: root,
      encoding: "utf8",
      timeout: 20_000,
      env: environmentOf({ DATA_DIR: FILE, WEB_CONCURRENCY: processes }),
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: `Wrong configuration: DATA_DIR must be a folder, and ${FILE} is not one.\n`,
    });
  });
}
