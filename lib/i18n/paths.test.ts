import { expect, it } from "vitest";
import { localePath } from "./paths.ts";

it("puts the language before a path", () => {
  expect(localePath("pt-BR", "/docs/head")).toBe("/pt-BR/docs/head");
});

it("returns the home page without a trailing slash", () => {
  expect(localePath("en")).toBe("/en");
});
