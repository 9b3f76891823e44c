import { expect, it } from "vitest";
import { endpointOf, type EndpointId } from "../../../../lib/contract/endpoints.ts";
import { formOf } from "../../../../lib/docs/form.ts";
import messages from "../../../../messages/en.json";
import { firstUrl, requestUrl } from "./request-url.ts";

function firstUrlOf(id: EndpointId): string {
  const { path, fields } = formOf(endpointOf(id), messages.Contract);
  return firstUrl(path, fields);
}

function headUrlWith(values: Record<string, string>): string {
  const { path, fields } = formOf(endpointOf("getHead"), messages.Contract);
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return requestUrl(path, fields, data);
}

it("begins with the example", () => {
  expect(firstUrlOf("getHead")).toBe("/head?username=Lantern_Lou");
  expect(firstUrlOf("getRecent")).toBe("/api?recent=1");
});

it("leaves out what is empty and what the service takes anyway", () => {
  const values = { username: "Bea", uuid: "", size: "64", format: "webp", default: "" };
  expect(headUrlWith(values)).toBe("/head?username=Bea&format=webp");
  expect(headUrlWith({ username: "", size: "" })).toBe("/head");
});

it("sends what is wrong, in an address that is right", () => {
  expect(headUrlWith({ username: "a b&c=d#?", size: "9000" })).toBe(
    "/head?username=a%20b%26c%3Dd%23%3F&size=9000",
  );
});
