import { expect, it } from "vitest";
import messages from "../../messages/en.json";
import { endpointOf, type EndpointId } from "../contract/endpoints.ts";
import { formOf } from "./form.ts";

function fieldsOf(id: EndpointId) {
  const { fields } = formOf(endpointOf(id), messages.Contract);
  return fields.map(({ meaning, ...field }) => {
    expect(meaning).not.toBe("");
    return field;
  });
}

it("has a field for every parameter of the head", () => {
  const edition = { kind: "choice", options: ["all", "java", "bedrock"], defaultValue: "all" };
  expect(fieldsOf("getHead")).toEqual([
    { name: "username", isRequired: true, kind: "text", value: "Lantern_Lou" },
    { name: "uuid", isRequired: false, kind: "text", value: "" },
    { name: "texture", isRequired: false, kind: "text", value: "" },
    { name: "type", isRequired: false, ...edition },
    {
      name: "view",
      isRequired: false,
      kind: "choice",
      options: ["front", "iso"],
      defaultValue: "front",
    },
    { name: "size", isRequired: false, kind: "integer", min: 8, max: 512, defaultValue: "64" },
    {
      name: "format",
      isRequired: false,
      kind: "choice",
      options: ["png", "webp"],
      defaultValue: "png",
    },
    {
      name: "overlay",
      isRequired: false,
      kind: "choice",
      options: ["true", "false"],
      defaultValue: "true",
    },
    {
      name: "default",
      isRequired: false,
      kind: "choice",
      options: ["404", "steve", "alex", "auto"],
    },
  ]);
});

it("refreshes only on request", () => {
  expect(fieldsOf("getProfile").find(({ name }) => name === "update")).toMatchObject({
    options: ["true", "false"],
    defaultValue: "false",
  });
});

it("keeps the query that selects an endpoint of a shared URL", () => {
  expect(formOf(endpointOf("getRecent"), messages.Contract).path).toBe("/api");
  expect(fieldsOf("getRecent")).toEqual([
    { name: "recent", isRequired: true, kind: "fixed", value: "1" },
  ]);
});
