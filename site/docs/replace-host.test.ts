import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { runProgram, withFiles } from "../../testing/run-program.ts";
import { replaceHostCommand } from "./replace-host.ts";

const START = "https://nametag.example/compat/crafatar/";

/** The files of a repository after the command, its exit code and what it printed. */
async function replaced(files: Readonly<Record<string, string>>) {
  return withFiles(files, async (folder) => {
    await runProgram("git", ["init", "--quiet"], folder);
    await runProgram("git", ["add", "."], folder);
    const command = replaceHostCommand("crafatar", "https://nametag.example");
    const { code, stdout, stderr } = await runProgram("sh", ["-c", command], folder);
    const texts = Object.keys(files).map((file) => readFile(path.join(folder, file), "utf8"));
    return { code, said: stdout + stderr, texts: await Promise.all(texts) };
  });
}

it.each([
  ["https", "https://crafatar.com/avatars/x", `${START}avatars/x`],
  ["http", "'http://crafatar.com/avatars/x?size=8'", `'${START}avatars/x?size=8'`],
  ["no scheme", '<img src="//crafatar.com/skins/x">', `<img src="${START}skins/x">`],
  ["www", "https://www.crafatar.com/skins/x", `${START}skins/x`],
  ["nothing behind the host", 'const host = "https://crafatar.com";', `const host = "${START}";`],
  ["the end of a sentence", "See https://crafatar.com.", `See ${START}.`],
  ["a longer host", "https://crafatar.com.example/x", "https://crafatar.com.example/x"],
  ["another host", "https://notcrafatar.com/x", "https://notcrafatar.com/x"],
  ["a host below it", "https://api.crafatar.com/x", "https://api.crafatar.com/x"],
])("replaces what means the service: %s", async (_, before, after) => {
  const files = { "with space/it's a file.html": before, "other.txt": "crafatar, without a URL" };
  expect(await replaced(files)).toEqual({
    code: 0,
    said: "",
    texts: [after, "crafatar, without a URL"],
  });
});

it("changes nothing, and says nothing, where there is no such URL", async () => {
  const files = { "index.html": "nothing here" };
  expect(await replaced(files)).toEqual({ code: 0, said: "", texts: ["nothing here"] });
});

it("leaves files alone that Git does not know", async () => {
  const url = "https://crafatar.com/x";
  const files = { ".gitignore": "node_modules", "node_modules/a.js": url };
  expect(await replaced(files)).toEqual({ code: 0, said: "", texts: ["node_modules", url] });
});
