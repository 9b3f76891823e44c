import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const here = import.meta.dirname;
const root = join(here, "..");
const built = join(root, "node_modules", ".cache", "sandbox-main-test");

/** Without loaders or flags: the compiled program must run under plain Node. */
const OPTIONS =
  "--ignoreConfig --target es2023 --lib es2023 --module esnext --moduleResolution bundler " +
  "--rewriteRelativeImportExtensions --skipLibCheck --types node";

describe("the sandbox as a program", () => {
  beforeAll(() => {
    rmSync(built, { recursive: true, force: true });
    mkdirSync(built, { recursive: true });
    writeFileSync(join(built, "package.json"), '{"type":"module"}');
    execFileSync(process.execPath, [
      join(root, "node_modules", "typescript", "bin", "tsc"),
      join(here, "main.ts"),
      "--outDir",
      built,
      "--rootDir",
      here,
      ...OPTIONS.split(" "),
    ]);
    cpSync(join(here, "textures"), join(built, "textures"), { recursive: true });
  }, 60_000);

  afterAll(() => rmSync(built, { recursive: true, force: true }));

  it.each(["SIGTERM", "SIGINT"] as const)(
    "compiles, prints its URL, responds, and stops on %s",
    async (signal) => {
      const program = spawn(process.execPath, [join(built, "main.js")], {
        env: { ...process.env, PORT: "0" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const lines: string[] = [];
      for await (const line of createInterface(program.stdout)) {
        lines.push(line);
        if (line.includes("MHF_Cactus")) break;
      }
      expect(lines[0]).toMatch(/^Sandbox of all upstreams: http:\/\/127\.0\.0\.1:\d+$/);
      const url = lines[0]?.split(": ")[1];
      expect(lines).toContain(`  MOJANG_API_URL=${url}/mojang-api`);
      expect((await fetch(`${url}/geyser/health`)).status).toBe(204);
      const exit = once(program, "exit");
      program.kill(signal);
      expect(await exit).toEqual([0, null]);
    },
    30_000,
  );
});
