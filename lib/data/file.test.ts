import { readFile, readdir, readlink, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { openFor, scratch, serviceOn, uuidOf } from "./data.fixture.ts";
import { DataFileError, writeDataFile } from "./file.ts";
import { exportTo, importFrom } from "./move.ts";
import type { Item } from "./parts.ts";

const quietly = () => undefined;
const STORE_ID = "0b8f9d5e-4f0a-4c39-9f0e-6b1d1c6f2a11";
const HOUR = Math.floor(Date.now() / 3_600_000);

const lookups = (counts: object, recent: unknown[] = []) => ({
  kind: "lookups",
  origins: { [STORE_ID]: counts },
  rest: recent,
});
const requests = (counts: object, rest: object = {}) => ({
  kind: "requests",
  origins: { [STORE_ID]: counts },
  rest: { since: null, outages: [], ...rest },
});
const outage = { provider: "geyser", from: 1, until: 2, over: true };
const lookup = { username: "A", edition: "java", id: uuidOf(1), head_url: "/head?username=A" };
const player = (record: object, expires: unknown = null) => ({
  kind: "player",
  id: uuidOf(1),
  record,
  expires,
});
const grant = { kind: "refreshGrant", key: "client:a", until: 1 };
const rate = { kind: "learnedRate", egress: 0, bucket: "geyser", rate: 1, tooMuch: 1 };

it.each<[string, object]>([
  ["a provider that every object has", requests({ [`${HOUR}/__proto__/answered`]: 1 })],
  ["another one", requests({ [`${HOUR}/constructor/answered`]: 1 })],
  ["a provider without a name", requests({ [`${HOUR}//answered`]: 1 })],
  ["a counter that there is not", requests({ [`${HOUR}/geyser/toString`]: 1 })],
  ["half a request", requests({ [`${HOUR}/geyser/answered`]: 0.5 })],
  ["more requests than anybody sends", requests({ [`${HOUR}/geyser/failed`]: 9e15 })],
  ["fewer than none", requests({ [`${HOUR}/geyser/failed`]: -1 })],
  ["half a lookup", lookups({ lookups: 1.5 })],
  ["more lookups than there are", lookups({ lookups: Number.MAX_SAFE_INTEGER })],
  ["a total that there is not", lookups({ constructor: 1 })],
  ["a lookup at no time", lookups({}, [{ ...lookup, looked_up_at: "1e300" }])],
  ["counts since no time", requests({}, { since: 1e300 })],
  ["an outage at no time", requests({}, { outages: [{ ...outage, from: 1e300 }] })],
  ["an outage of an object", requests({}, { outages: [{ ...outage, provider: "__proto__" }] })],
  ["a name at no time", player({ observed: [{ name: "A", changed_at: 1e300 }] })],
  [
    "a name last seen at no time",
    player({ observed: [{ name: "A", changed_at: 1, last_seen: 9e15 }] }),
  ],
  ["a skin at no time", player({ capes: [{ hash: "ab", first_seen: 1e300, last_seen: 1e300 }] })],
  ["a record that ends at no time", player({}, 1e300)],
  ["a grant until no time", { ...grant, until: 1e300 }],
  ["a grant of more text than there is", { ...grant, key: "a".repeat(2_000) }],
  ["a rate that nobody has", { ...rate, rate: 1e300 }],
  ["a complaint about such a rate", { ...rate, tooMuch: 1e300 }],
])("a file with %s is refused, and nothing of it is imported", async (_, item) => {
  const file = path.join(await scratch(), "data.ndjson.gz");
  await writeDataFile(
    file,
    (async function* () {
      yield [grant as Item];
      yield [item as Item];
    })(),
  );
  const to = await openFor({ DATA_DIR: await scratch() });
  await expect(importFrom(file, to, quietly)).rejects.toThrow(DataFileError);
  const keys = [];
  for (const store of ["durable", "coordination"] as const) {
    for await (const batch of to.stores.scan(store).read("")) keys.push(...batch);
  }
  expect(keys).toEqual([]);
});

it("is written beside what others put in its place, and is its owner's alone", async () => {
  const from = await openFor({ DATA_DIR: await scratch() });
  await serviceOn(from).look(1);
  const folder = await scratch();
  const [file, victim] = [path.join(folder, "data.ndjson.gz"), path.join(folder, "victim")];
  await writeFile(victim, "precious", { mode: 0o644 });
  await symlink(victim, `${file}.${process.pid}.unfinished`);
  await symlink(victim, file);
  expect(await exportTo(file, from, quietly)).toMatchObject({ player: 1 });
  expect(await readFile(victim, "utf8")).toBe("precious");
  expect(await readlink(file).catch(() => "a file")).toBe("a file");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).toSorted()).toEqual([
    "data.ndjson.gz",
    `data.ndjson.gz.${process.pid}.unfinished`,
    "victim",
  ]);
});
