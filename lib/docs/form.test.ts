import { expect, it } from "vitest";
import { formOf } from "./form.ts";

it("has a field for every parameter of the head", () => {
  expect(formOf("getHead")).toEqual({
    path: "/head",
    fields: [
      { name: "username", isRequired: true, kind: "text", value: "Lantern_Lou" },
      { name: "uuid", isRequired: false, kind: "text", value: "" },
      { name: "texture", isRequired: false, kind: "text", value: "" },
      {
        name: "type",
        isRequired: false,
        kind: "choice",
        options: ["all", "java", "bedrock"],
        standard: "all",
      },
      { name: "size", isRequired: false, kind: "integer", min: 8, max: 512, standard: "64" },
      {
        name: "format",
        isRequired: false,
        kind: "choice",
        options: ["png", "webp"],
        standard: "png",
      },
      {
        name: "overlay",
        isRequired: false,
        kind: "choice",
        options: ["true", "false"],
        standard: "true",
      },
      {
        name: "default",
        isRequired: false,
        kind: "choice",
        options: ["404", "steve", "alex", "auto"],
        standard: undefined,
      },
    ],
  });
});

it("asks for a refresh only when it is told to", () => {
  expect(formOf("getProfile").fields.find(({ name }) => name === "update")).toMatchObject({
    options: ["true", "false"],
    standard: "false",
  });
});

it("keeps what selects an endpoint of a shared address", () => {
  expect(formOf("getRecent")).toEqual({
    path: "/api",
    fields: [{ name: "recent", isRequired: true, kind: "fixed", value: "1" }],
  });
});
