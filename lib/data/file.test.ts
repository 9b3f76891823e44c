import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readdir, readlink, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openFor, run, scratch, serviceOn, uuidOf } from "./data.fixture.ts";
import { writeDataFile, type Item } from "./file.ts";
import { exportTo } from "./move.ts";

const lookups = (parts: object) => ({ kind: "lookups", lookups: 1, players: 1, ...parts });
const player = (record: object) => ({ kind: "player", id: uuidOf(1), record });
const seen = { name: "A", changed_at: null, last_seen: 1 };
const link = { kind: "excludedLink", id: uuidOf(1), linked: "2535400000000001" };

/** Imports a file into a folder, which must not even be made. */
async function expectRefusal(file: string, why: RegExp) {
  const DATA_DIR = path.join(await scratch(), "data");
  const { code, stdout, stderr } = await run(["import", file], { DATA_DIR });
  expect([code, stdout, existsSync(DATA_DIR)]).toEqual([1, "", false]);
  expect(stderr).toMatch(why);
}

describe("an import refuses a file, and changes nothing, that has", () => {
  it.each<[string, object]>([
    ["half a lookup", lookups({ lookups: 1.5 })],
    ["more lookups than there are", lookups({ lookups: Number.MAX_SAFE_INTEGER })],
    ["fewer players than none", lookups({ players: -1 })],
    ["a name at no time", player({ observed: [{ ...seen, changed_at: 1e300 }] })],
    ["a name last seen at no time", player({ observed: [{ ...seen, last_seen: 9e15 }] })],
    ["a skin at no time", player({ capes: [{ hash: "ab", first_seen: 1e300, last_seen: 1 }] })],
    [
      "a record that is longer than any",
      player({ observed: [{ ...seen, name: "A".repeat(2 ** 17) }] }),
    ],
    ["a player without an ID", { ...player({}), id: "Lantern_Lou" }],
    ["an account link to nobody", { ...link, linked: "" }],
    ["a kind that there is not", { kind: "refreshGrant", key: "client:a", until: 1 }],
  ])("%s", async (_, item) => {
    const file = path.join(await scratch(), "data.jsonl");
    await writeDataFile(
      file,
      (async function* () {
        yield [link as Item];
        yield [item as Item];
      })(),
    );
    await expectRefusal(file, /^Line 3 of .* is none that an export writes/);
  });

  it("records of megabytes, before memory runs out", async () => {
    const file = path.join(await scratch(), "data.jsonl.gz");
    const item = player({ observed: [{ ...seen, name: "A".repeat(3 * 2 ** 20) }] });
    await writeDataFile(
      file,
      (async function* () {
        for (let index = 0; index < 100; index += 1) yield [item as Item];
      })(),
    );
    await expectRefusal(file, /has a line of more than 1 MB/);
  });

  it("one line without an end", async () => {
    const file = path.join(await scratch(), "data.jsonl");
    await writeFile(file, "x".repeat(8 * 2 ** 20));
    await expectRefusal(file, /has a line of more than 1 MB/);
  });

  async function exported() {
    const from = await openFor({ DATA_DIR: await scratch() });
    const service = serviceOn(from);
    for (let index = 0; index < 40; index += 1) await service.look(index);
    const directory = await scratch();
    const file = path.join(directory, "data.jsonl.gz");
    await exportTo(file, from);
    return { bad: path.join(directory, "bad.jsonl.gz"), bytes: await readFile(file) };
  }

  it("lost its end, wherever its bytes or lines are cut", async () => {
    const { bad, bytes } = await exported();
    for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.999]) {
      await writeFile(bad, bytes.subarray(0, Math.floor(bytes.length * share)));
      await expectRefusal(bad, /was cut off|is no export/);
    }
    const lines = gunzipSync(bytes).toString().split("\n");
    for (const kept of [1, 2, 30, lines.length - 2]) {
      await writeFile(bad, gzipSync(`${lines.slice(0, kept).join("\n")}\n`));
      await expectRefusal(bad, /was cut off/);
    }
  });

  it("been changed, is of a newer version or of another program", async () => {
    const { bad, bytes } = await exported();
    const text = gunzipSync(bytes).toString();
    const lines = text.split("\n");
    for (const [changed, why] of [
      [text.replace("Player_7", "Player_8"), /was changed since/],
      [[...lines.slice(0, 5), ...lines.slice(6)].join("\n"), /was changed since/],
      [`${text}{}\n`, /goes on after its end/],
      [text.replace('"version":1', '"version":2'), /newer version of Nametag/],
      ["{}\n", /is no export of Nametag/],
      ["hello", /is no export of Nametag/],
      ["", /is no export of Nametag/],
    ] as const) {
      await writeFile(bad, gzipSync(changed));
      await expectRefusal(bad, why);
    }
    await writeFile(bad, text);
    await expectRefusal(bad, /not in gzip as its name says/);
    await expectRefusal(path.join(path.dirname(bad), "absent"), /There is no file/);
  });
});

it("is plain lines without .gz, the last of which has the digest of the others", async () => {
  const from = await openFor({ DATA_DIR: await scratch() });
  await serviceOn(from).look(1);
  const file = path.join(await scratch(), "data.jsonl");
  await exportTo(file, from);
  const lines = (await readFile(file, "utf8")).split(/(?<=\n)/);
  const sha256 = createHash("sha256").update(lines.slice(0, -1).join("")).digest("hex");
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { format: "nametag-data", version: 1 },
    { kind: "player", id: uuidOf(1) },
    { kind: "lookups" },
    { items: 2, sha256 },
  ]);
});

it("is written beside what others put in its place, and is its owner's alone", async () => {
  const from = await openFor({ DATA_DIR: await scratch() });
  const folder = await scratch();
  const [file, victim] = [path.join(folder, "data.jsonl.gz"), path.join(folder, "victim")];
  await writeFile(victim, "precious", { mode: 0o644 });
  await symlink(victim, file);
  await exportTo(file, from);
  expect(await readFile(victim, "utf8")).toBe("precious");
  expect(await readlink(file).catch(() => "a file")).toBe("a file");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).toSorted()).toEqual(["data.jsonl.gz", "victim"]);
});

it("is not there at all when its export fails", async () => {
  const folder = await scratch();
  const failing = (async function* () {
    yield [link as Item];
    throw new Error("ended");
  })();
  await expect(writeDataFile(path.join(folder, "data.jsonl"), failing)).rejects.toThrow("ended");
  expect(await readdir(folder)).toEqual([]);
});
