import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  type Configuration,
  readConfiguration,
  variables,
} from "../lib/configuration/configuration.ts";
import { ERRORS } from "../lib/contract/errors.ts";
import manifest from "../package.json" with { type: "json" };
import { root } from "../scripts/prepare.mjs";
import { scratchFolder, useService } from "./support/use.ts";

const service = useService("asBuilt");

/** The README, and the pages that have its tables. */
const readme = ["README.md", "docs/reference.md", "docs/development.md"]
  .map((file) => readFileSync(path.join(root, file), "utf8"))
  .join("\n");

/** Everything in them that is marked as code. */
const code: readonly string[] = [...readme.matchAll(/```\w*\n(.*?)```|`([^`\n]+)`/gs)].map(
  ([, block, span]) => block ?? span ?? "",
);

const run = promisify(execFile);

/** Those to the service; the sandbox tries its own. */
const commands = codeBlocks("sh")
  .flatMap((block) => block.split("\n"))
  .filter((line) => line.startsWith("curl ") && line.includes("http://localhost:3000"));

test("has commands to try", () => {
  expect(commands).not.toEqual([]);
});

for (const command of commands) {
  test(`works as written: ${command}`, async () => {
    const folder = scratchFolder();
    const script = command
      .replace("curl ", "curl --fail --silent --show-error ")
      .replaceAll("http://localhost:3000", service().url);
    const { stdout } = await run("sh", ["-c", script], { cwd: folder });

    const file = /-o (\S+)/.exec(command)?.[1];
    expect(await readdir(folder)).toEqual(file === undefined ? [] : [file]);
    if (file === undefined) expect(JSON.parse(stdout)).toMatchObject({ success: true });
    else expect(await signatureOf(path.join(folder, file))).toBe(PNG);
  });
}

test("shows an existing image", async () => {
  const [, source = ""] = /<img src="([^"]+)"/.exec(codeBlocks("html")[0] ?? "") ?? [];
  const response = await fetch(source.replace("https://your.host", service().url));
  const { width, height } = await sharp(await response.arrayBuffer()).metadata();
  expect([width, height]).toEqual([160, 160]);
});

test("shows the real error for an unknown player", async () => {
  const [example = ""] = codeBlocks("json");
  const response = await fetch(`${service().url}/api?username=Nobody_To_Read_Of`);
  expect(await response.json()).toEqual(JSON.parse(example));
});

for (const [url = ""] of table("Endpoint")) {
  test(`responds to ${url}`, async () => {
    const [target = ""] = quoted(url);
    const response = await fetch(
      service().url + target.replace("<player>", "Lantern_Lou").replace("<size>", "64"),
    );
    expect(response.status).toBe(200);
  });
}

test("names every error code with its status, and no others", () => {
  const named = table("Status").flatMap(([status, codes]) =>
    quoted(codes).map((name) => [name, Number(status)]),
  );
  const real = Object.entries(ERRORS);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(real));
  expect(named).toHaveLength(real.length);
});

test("names every variable with its default, and no others", () => {
  const named = table("Variable").flatMap(([names, defaults = ""]) => {
    const values = defaults.split(", ");
    return quoted(names).map((name, at) => [name, values[at]?.replaceAll("`", "")]);
  });
  const configuration = { ...readConfiguration({}), PUBLIC_URL: "http://localhost:PORT" };
  const names = Object.keys(variables) as (keyof Configuration)[];
  const real = names.map((name) => [name, inWords(configuration[name])]);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(real));
  expect(named).toHaveLength(real.length);
});

test("names only existing commands", () => {
  const named = code.flatMap((text) => [
    ...[...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name),
    ...[...text.matchAll(/\bnpm (start|test)\b/g)].map(([, name = ""]) => name),
  ]);
  expect(named).toContain("demo");
  expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

test("shows only existing folders and files", () => {
  const rooms = table("Folder").flatMap(([names]) => quoted(names));
  expect(rooms.length).toBeGreaterThan(10);
  const files = code.filter((text) => /^(app|docs|lib|sandbox|server)\/[\w./[\]-]+$/.test(text));
  expect([...rooms, ...files].filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

const PNG = "89504e470d0a1a0a";

async function signatureOf(file: string): Promise<string> {
  return (await readFile(file)).subarray(0, 8).toString("hex");
}

/** A default value as the README writes it. */
function inWords(value: Configuration[keyof Configuration]): string {
  if (value === null) return "off";
  if (value === undefined || isEmpty(value)) return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function isEmpty(value: object | string | number): boolean {
  if (value instanceof Map || value instanceof Set) return value.size === 0;
  return typeof value === "object" && Object.values(value).flat().length === 0;
}

/** The code blocks in one language. */
function codeBlocks(language: string): string[] {
  const blocks = readme.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, found, text = ""]) => (found === language ? [text] : []));
}

/** The cells of all tables whose first column has this title, without their heads. */
function table(firstTitle: string): string[][] {
  const rows = readme.split("\n").map((line) =>
    line.startsWith("|")
      ? line
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim())
      : [],
  );
  const starts = rows.flatMap(([first], at) => (first === firstTitle ? [at] : []));
  if (starts.length === 0) throw new Error(`There is no table of ${firstTitle}.`);
  return starts.flatMap((start) => {
    const end = rows.findIndex(({ length }, at) => at > start && length === 0);
    return rows.slice(start + 2, end);
  });
}

/** The code span of a cell. */
function quoted(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}
