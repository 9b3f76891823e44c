import { expect, it, onTestFinished } from "vitest";
import { openSqlite } from "../sqlite.ts";
import type { Opened } from "./open.ts";
import { scratchDirectory } from "./scratch.fixture.ts";

function openForTest(directory = scratchDirectory()) {
  const events: unknown[] = [];
  const file = openSqlite({
    directory,
    name: "test",
    logger: { error: (_: object, message?: string) => expect.fail(message) },
    onChange: (error) => void events.push(error ? "fails" : "works"),
    onLost: (writes) => void events.push(writes),
  });
  onTestFinished(() => file.close());
  return { directory, file, events };
}

const insert =
  (key: string) =>
  ({ database }: Opened) =>
    database.exec(`INSERT INTO entries VALUES (NULL, 'test', '${key}', '', 0, NULL, 0, 1)`);

const keys = ({ database }: Opened) =>
  database
    .prepare("SELECT key FROM entries ORDER BY key")
    .all()
    .map((row) => (row as { key: string }).key);

const refused = ({ database }: Opened) => database.exec("SELECT * FROM nowhere");

it("keeps what others wrote in this turn when a read fails", async () => {
  const { directory, file, events } = openForTest();
  await file.write(insert("a"));
  expect(() => file.read(refused)).toThrow("test.sqlite cannot be used: no such table: nowhere.");
  await file.committed();
  expect(events).toEqual(["fails", "works"]);
  expect(openForTest(directory).file.read(keys)).toEqual(["a"]);
});

it("says how many accepted writes are lost when a later one fails halfway", async () => {
  const { directory, file, events } = openForTest();
  await file.write(insert("a"));
  await file.write(insert("b"));
  const halfway = file.write((opened) => {
    insert("c")(opened);
    refused(opened);
  });
  await expect(halfway).rejects.toThrow("no such table");
  await file.committed();
  expect(events).toEqual([2, "fails"]);
  expect(openForTest(directory).file.read(keys)).toEqual([]);
});
