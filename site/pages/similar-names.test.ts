import { expect, it } from "vitest";
import { similarPlayers } from "./similar-names.ts";

const known = ["Lantern_Lou", "Tinker_Tess", "Mossy Minnow", "Leaf", "Lantern_Lou"];

const similar = (typed: string, names: readonly string[]) =>
  similarPlayers(
    typed,
    names.map((username) => ({ username })),
  ).map(({ username }) => username);

it.each([
  ["Lantern_Luo", ["Lantern_Lou"]],
  ["lanternlou", ["Lantern_Lou"]],
  ["Lanten Lo", ["Lantern_Lou"]],
  [".Mosy_Minow", ["Mossy Minnow"]],
  ["Laef", ["Leaf"]],
  ["Loaf", ["Leaf"]],
  ["Loot", []],
  ["Tess", []],
  ["", []],
])("finds what %j may mean", (typed, names) => {
  expect(similar(typed, known)).toEqual(names);
});

it("returns the three most similar names, the best first", () => {
  const names = ["Mapless", "Mapleaf", "Maple1", "Maples", "Maple"];
  expect(similar("Maples", names)).toEqual(["Maples", "Mapless", "Maple1"]);
});
