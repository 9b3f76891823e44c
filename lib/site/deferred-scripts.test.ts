import { expect, it } from "vitest";
import { deferScripts } from "./deferred-scripts.ts";

const NOTE = '<meta name="script" content="/_next/static/chunks/a.js">';

it("makes notes of Next's scripts, and of nothing else", () => {
  expect(deferScripts('<script src="/_next/static/chunks/a.js" async=""></script>')).toBe(NOTE);
  expect(deferScripts('<script src="/_next/static/chunks/a.js" id="_R_" async=""></script>')).toBe(
    NOTE,
  );
  for (const other of [
    '<script src="/_next/static/chunks/a.js" noModule=""></script>',
    '<script src="https://elsewhere.example/_next/static/a.js" async=""></script>',
    "<script>self.__next_f.push([1])</script>",
    '<link rel="preload" href="/fonts/a.woff2" as="font">',
  ]) {
    expect(deferScripts(other)).toBe(other);
  }
});

it("leaves out the hint that loads a script before anybody needs it", () => {
  const hint = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/a.js"/>';
  expect(deferScripts(`<head>${hint}</head>`)).toBe("<head></head>");
});
