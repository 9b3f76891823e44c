import fc from "fast-check";
import { expect, it } from "vitest";
import { type EndpointId, endpointOf } from "../../../../site/docs/contract.ts";
import { formOf } from "../../../../site/docs/tables.ts";
import { firstUrl, requestUrl, sharedUrl } from "./request.ts";
import { layOutJson } from "./response.ts";

function firstUrlOf(id: EndpointId): string {
  const { path, fields } = formOf(endpointOf(id));
  return firstUrl(path, fields);
}

function headUrlWith(values: Record<string, string>): string {
  const { path, fields } = formOf(endpointOf("getHead"));
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return requestUrl(path, fields, data);
}

it("starts with the example", () => {
  expect(firstUrlOf("getHead")).toBe("/head?username=Lantern_Lou");
  expect(firstUrlOf("getRecent")).toBe("/api?recent=1");
});

it("leaves out empty values and defaults", () => {
  const values = { username: "Bea", uuid: "", size: "64", format: "webp", default: "" };
  expect(headUrlWith(values)).toBe("/head?username=Bea&format=webp");
  expect(headUrlWith({ username: "", size: "" })).toBe("/head");
});

it("sends invalid values in a valid URL", () => {
  expect(headUrlWith({ username: "a b&c=d#?", size: "9000" })).toBe(
    "/head?username=a%20b%26c%3Dd%23%3F&size=9000",
  );
});

it("builds a shareable URL of the page for a request", () => {
  const page = "/en/docs/head";
  const filled = sharedUrl(page, "/head?username=Lou&size=8", "try-it");
  expect(filled).toBe("/en/docs/head?username=Lou&size=8#try-it");
  expect(sharedUrl(page, "/head", "try-it")).toBe("/en/docs/head#try-it");
});

it("loses nothing of a JSON value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const laidOut = layOutJson(value).map(({ text }) => text);
      expect(laidOut.join("")).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it("distinguishes keys, strings, numbers and literals", () => {
  expect(layOutJson({ a: "b", n: -1500, t: true })).toEqual([
    { kind: "layout", text: "{\n  " },
    { kind: "key", text: '"a"' },
    { kind: "layout", text: ": " },
    { kind: "text", text: '"b"' },
    { kind: "layout", text: ",\n  " },
    { kind: "key", text: '"n"' },
    { kind: "layout", text: ": " },
    { kind: "number", text: "-1500" },
    { kind: "layout", text: ",\n  " },
    { kind: "key", text: '"t"' },
    { kind: "layout", text: ": " },
    { kind: "word", text: "true" },
    { kind: "layout", text: "\n}" },
  ]);
});
