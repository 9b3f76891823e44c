import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const app = path.join(root, "app");
const files = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((file) =>
    /(?:^|[\\/])(?:page|layout|template|not-found|global-not-found)\.tsx$/.test(file),
  )
  .map((file) => path.join(app, file));

/** Both would be rendered: a page would have two titles, and two descriptions. */
it("describes each page in one way: by `PageMetadata`, or by Next's `metadata`", () => {
  const wrong = files.flatMap((file) => {
    const ownWay = usersOf(file).find((one) => /<Page(?:Metadata|Title)\b/.test(read(one)));
    const isLayout = file.endsWith("layout.tsx");
    if (!hasNextsMetadata(file) || (ownWay === undefined && !isLayout)) return [];
    const what = isLayout
      ? "the pages below it have PageMetadata"
      : `${nameOf(ownWay ?? file)} has PageMetadata or PageTitle`;
    return [`${nameOf(file)} exports metadata, and ${what}: leave one of them out.`];
  });
  expect(wrong).toEqual([]);
});

function hasNextsMetadata(file: string): boolean {
  return /^export (?:async )?(?:const|function) (?:metadata|generateMetadata)\b/m.test(read(file));
}

/** A file and all components that it imports, directly or not. */
function usersOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = read(file).matchAll(/from "(@\/app\/|\.{1,2}\/)([^"]*\.tsx)"/g);
  for (const [, start = "", rest = ""] of imports) {
    usersOf(
      start.startsWith("@") ? path.join(app, rest) : path.resolve(path.dirname(file), start + rest),
      seen,
    );
  }
  return [...seen];
}

const nameOf = (file: string) => path.relative(root, file);

function read(file: string): string {
  return readFileSync(file, "utf8");
}
