import { expect, it } from "vitest";
import { formOf } from "../../../../lib/docs/form.ts";
import { firstUrl, requestUrl } from "./request-url.ts";

function urlWith(values: Record<string, string>): string {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return requestUrl(formOf("getHead"), data);
}

it("begins with the example", () => {
  expect(firstUrl(formOf("getHead"))).toBe("/head?username=Lantern_Lou");
  expect(firstUrl(formOf("getRecent"))).toBe("/api?recent=1");
});

it("leaves out what is empty and what the service takes anyway", () => {
  const values = { username: "Bea", uuid: "", size: "64", format: "webp", default: "" };
  expect(urlWith(values)).toBe("/head?username=Bea&format=webp");
  expect(urlWith({ username: "", size: "" })).toBe("/head");
});

it("sends what is wrong, in an address that is right", () => {
  expect(urlWith({ username: "a b&c=d#?", size: "9000" })).toBe(
    "/head?username=a%20b%26c%3Dd%23%3F&size=9000",
  );
});
