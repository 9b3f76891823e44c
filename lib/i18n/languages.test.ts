import { expect, it } from "vitest";
import { alternatesOf } from "./languages.ts";
import { routing } from "./routing.ts";

it("names a page in every language", () => {
  const { canonical, languages } = alternatesOf("en", "/player/Bea");
  expect(canonical).toBe("/en/player/Bea");
  expect(Object.keys(languages)).toEqual([...routing.locales, "x-default"]);
  expect(languages["en"]).toBe("/en/player/Bea");
  expect(languages["x-default"]).toBe("/player/Bea");
});

it("names the home page", () => {
  expect(alternatesOf("en").canonical).toBe("/en");
  expect(alternatesOf("en").languages["x-default"]).toBe("/");
});
