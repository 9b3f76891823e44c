import { expect, it } from "vitest";
import { bodyExamples } from "../../../lib/contract/examples.ts";
import { playersIn, readPreview } from "./preview.ts";

const java = { username: "Bea", head_url: "/head?username=Bea&type=java" };
const bedrock = { gamertag: "Bea", head_url: null, linked: false };
const found = (body: object) => readPreview(200, JSON.stringify({ success: true, ...body }));

it.each(Object.entries(bodyExamples.getProfile))(
  "reads the contract's example %s",
  (_name, body) => {
    expect(readPreview(200, JSON.stringify(body)).kind).toBe("found");
  },
);

it.each([
  [404, "nobody"],
  [400, "malformed"],
  [414, "malformed"],
  [502, "silent"],
  [503, "silent"],
  [500, "silent"],
])("takes an error with status %i for %s", (status, kind) => {
  expect(readPreview(status, '{"success":false}')).toEqual({ kind });
});

it.each([
  "",
  "null",
  "[]",
  "<h1>Sign in</h1>",
  '{"success":true}',
  '{"success":true,"java":{"username":7,"head_url":null}}',
  '{"success":true,"java":{"username":"Bea","head_url":"https://example.org/head?"}}',
  '{"success":true,"java":null}',
])("cannot read %j", (text) => {
  expect(readPreview(200, text)).toEqual({ kind: "unreadable" });
});

it("shows one row for a linked person, and two for two who share a name", () => {
  const rowsOf = (linked: boolean | null) => {
    const answer = found({ java, bedrock: { ...bedrock, linked } });
    return answer.kind === "found"
      ? playersIn(answer.preview).map(({ editions }) => editions)
      : answer.kind;
  };
  expect(rowsOf(true)).toEqual([["java", "bedrock"]]);
  expect(rowsOf(false)).toEqual([["java"], ["bedrock"]]);
  expect(rowsOf(null)).toEqual([["java"], ["bedrock"]]);
});
