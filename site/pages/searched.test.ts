import { expect, it } from "vitest";
import { parseIdentifier } from "../../lib/contract/identifiers.ts";
import { missingHints } from "./searched.ts";

it.each([
  ["Nobody_Here", ["edition", "spelling", "renamed"]],
  [".Nobody_Here", ["edition", "spelling", "renamed"]],
  ["seventeen_letters_", ["only.javaName", "spelling", "renamed"]],
  ["никто", ["only.gamertag", "spelling", "renamed"]],
  ["2535400000000001", ["only.xuid", "only.digits"]],
  ["00000000-0000-0000-0009-01f0a5e6b001", ["only.xuid"]],
  ["dfb83a47-9bf3-4695-83e7-bdc34c28fa4f", ["only.uuid"]],
  ["00000000-0000-0000-0000-000000000000", ["only.nobody"]],
  ["0009cfc2799b6682", ["edition", "spelling", "renamed"]],
])("says of %s only where it was searched", (id, hints) => {
  expect(missingHints(id, parseIdentifier(id), true)).toEqual(hints);
});

it.each(["Nobody_Here", "seventeen_letters_"])("says of %s where only Java is searched", (id) => {
  const hints = missingHints(id, parseIdentifier(id), false);
  expect(hints).toEqual(["notOffered.hint", "spelling", "renamed"]);
});
