import { constants } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/prepare.mjs";
import { copyTracked } from "./support/copy.ts";
import { withProgram } from "./support/program.ts";

/** Every route is compiled when it is first requested. */
const COMPILING_MS = 600_000;

const PAGE = `---
title: "Sounds"
description: "What is heard."
---

Ask \`{base}/head\`.
`;

test(
  "npm run dev shows a change at the next request",
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "nametag-dev-"));
    try {
      await copyTracked(folder);
      const mode = constants.COPYFILE_FICLONE;
      const packages = "node_modules";
      const options = { recursive: true, verbatimSymlinks: true, mode };
      await cp(path.join(root, packages), path.join(folder, packages), options);
      const change = async (file: string, from: string, to: string) => {
        const source = await readFile(path.join(folder, file), "utf8");
        expect(source).toContain(from);
        await writeFile(path.join(folder, file), source.replace(from, to));
      };
      const dev = [process.execPath, path.join(folder, "scripts", "dev.mjs")];
      const environment = { NODE_ENV: "development", PATH: process.env["PATH"] ?? "" };
      await withProgram(
        dev,
        environment,
        async ({ printed, prints }) => {
          const port = await prints(/Local: +http:\/\/localhost:(\d+)/);
          expect(printed.stdout).not.toContain("Installing packages");
          const ask = async (target: string) => {
            const response = await fetch(`http://127.0.0.1:${port}${target}`);
            return { status: response.status, text: await response.text() };
          };

          const body = "/body?username=Lantern_Lou&size=20";
          expect((await ask(body)).status).toBe(200);
          await change("lib/contract/queries.ts", "sizeFrom(16, 256,", "sizeFrom(24, 256,");
          const refused = await ask(body);
          expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("24")]);

          expect((await ask("/en/docs/head")).status).toBe(200);
          await writeFile(path.join(folder, "content/docs/en/sounds.mdx"), PAGE);
          await change("site/docs/pages.ts", '"conventions"]', '"conventions", "sounds"]');
          const page = await ask("/en/docs/sounds");
          expect([page.status, page.text]).toEqual([200, expect.stringContaining("Sounds")]);
          // Nobody has translated it yet.
          expect((await ask("/de/docs/head")).status).toBe(200);
          const untranslated = await ask("/de/docs/sounds");
          expect(untranslated.text).toContain("What is heard.");
        },
        { cwd: folder },
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  COMPILING_MS,
);
