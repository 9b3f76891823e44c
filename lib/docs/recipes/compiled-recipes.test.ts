import { readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { isInstalled, runProgram, withFiles } from "../../testing/run-program.ts";
import { paperSources } from "./paper.fixture.ts";
import { recipe } from "./recipes.fixture.ts";

const base = "https://players.example.org";
const packages = path.resolve(import.meta.dirname, "../../../node_modules");
const isCI = process.env["CI"] === "true";
const RUN_MS = 60_000;
const fine = { code: 0, stdout: "", stderr: "" };

/** A strict project for browsers, which has installed React. */
const tsc = [
  path.join(packages, "typescript/bin/tsc"),
  ..."--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck".split(" "),
  ..."--target ES2022 --lib ES2022,DOM,DOM.Iterable --module NodeNext --jsx react-jsx".split(" "),
  ..."--types react player-card.tsx".split(" "),
];

const javac = "-encoding UTF-8 -Xlint:all -Werror -d classes".split(" ");

it(
  "has a React component that passes the checks of its types, and loads at first",
  async () => {
    const files = {
      "player-card.tsx": recipe("player-card.tsx", base),
      "package.json": '{ "type": "module" }',
    };
    await withFiles(files, async (folder) => {
      await symlink(packages, path.join(folder, "node_modules"), "junction");
      expect(await runProgram(process.execPath, tsc, folder)).toEqual(fine);
      const file = pathToFileURL(path.join(folder, "player-card.js")).href;
      const { PlayerCard } = await import(/* @vite-ignore */ file);
      const html = renderToString(createElement(PlayerCard, { username: "Lantern_Lou" }));
      expect(html).toContain('aria-busy="true"');
    });
  },
  RUN_MS,
);

it.skipIf(!isCI && !isInstalled("javac"))(
  "has a plugin that compiles without a warning, as the class that plugin.yml names",
  async () => {
    const main = /^main: (\S+)$/m.exec(recipe("plugin.yml", base))?.[1] ?? "";
    const name = main.replaceAll(".", "/");
    const files = { ...paperSources, [`${name}.java`]: recipe("WhoisPlugin.java", base) };
    await withFiles({ ...files, "classes/.keep": "" }, async (folder) => {
      expect(await runProgram("javac", [...javac, `${name}.java`], folder)).toEqual(fine);
      const compiled = await readFile(path.join(folder, "classes", `${name}.class`));
      expect(compiled.byteLength).toBeGreaterThan(0);
    });
  },
  RUN_MS,
);
