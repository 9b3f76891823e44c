import fc from "fast-check";
import { expect, it } from "vitest";
import { layOutJson } from "./json-tokens.ts";

function laidOut(json: string): string {
  return layOutJson(json)
    .map(({ text }) => text)
    .join("");
}

it("lays JSON out in the usual way", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.parse(laidOut(json))).toEqual(JSON.parse(json));
    }),
  );
  const body = { a: { b: [1, { c: null }], d: {}, e: [] }, 'q"}': "x, {y: [z]} \\" };
  expect(laidOut(JSON.stringify(body))).toBe(JSON.stringify(body, null, 2));
});

it("distinguishes keys, texts, numbers and words", () => {
  expect(layOutJson('{"a":"b","n":-1.5e3,"t":true}')).toEqual([
    { kind: "layout", text: "{\n  " },
    { kind: "key", text: '"a"' },
    { kind: "layout", text: ": " },
    { kind: "text", text: '"b"' },
    { kind: "layout", text: ",\n  " },
    { kind: "key", text: '"n"' },
    { kind: "layout", text: ": " },
    { kind: "number", text: "-1.5e3" },
    { kind: "layout", text: ",\n  " },
    { kind: "key", text: '"t"' },
    { kind: "layout", text: ": " },
    { kind: "word", text: "true" },
    { kind: "layout", text: "\n}" },
  ]);
});

it("spells nothing anew", () => {
  expect(laidOut('{"id": 27617089612284181234, "text": "\\u00e9"}')).toBe(
    '{\n  "id": 27617089612284181234,\n  "text": "\\u00e9"\n}',
  );
});

it("refuses invalid JSON", () => {
  expect(() => layOutJson("<!doctype html>")).toThrow(SyntaxError);
});
