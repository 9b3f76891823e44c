import { expect, it } from "vitest";
import { readConfiguration, variables } from "../configuration.ts";
import { variableRows } from "./tables.ts";

const rows = variableRows();

it("has every variable that is read, once", () => {
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(variables));
});

it("says what holds when a variable is not set", () => {
  const byDefault = Object.fromEntries(rows.map((row) => [row.name, row.byDefault]));
  expect(byDefault).toMatchObject({
    PORT: "3000",
    PUBLIC_URL: "http://localhost:3000",
    DATA_DIR: "./data",
    NAME_HISTORY_URL: "off",
    LOG_LEVEL: "info",
  });
  expect(byDefault["REDIS_URL"]).toBeUndefined();
  expect(byDefault["SOCIAL_LINKS"]).toBeUndefined();
});

it("says nothing that would change anything when it is set", () => {
  const shown = rows.flatMap(({ name, byDefault }) =>
    byDefault === undefined ? [] : [[name, byDefault] as const],
  );
  expect(readConfiguration(Object.fromEntries(shown))).toEqual(readConfiguration({}));
});
