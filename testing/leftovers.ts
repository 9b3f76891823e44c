import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { beforeAll, vi } from "vitest";

/* Imported before each test file, so that its hook begins before those of the file, and ends after them. */

const before = leftovers();

beforeAll(() => {
  expectNone("It is begun while tests are collected, not in a hook");
  // A program that was killed takes a moment to end.
  return () => vi.waitFor(() => expectNone("The tests leave it behind"));
});

function expectNone(fault: string): void {
  const rest = [...before];
  const added = leftovers().filter((name) => {
    const at = rest.indexOf(name);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
  if (added.length > 0) throw new Error(`${fault}: ${added.join(", ")}`);
}

/** The programs that this process runs, the ports it listens on, and its temporary files. */
function leftovers(): string[] {
  const resources = process.getActiveResourcesInfo();
  return [
    ...resources.filter((name) => name === "ProcessWrap" || name === "TCPServerWrap"),
    ...readdirSync(tmpdir()),
  ];
}
