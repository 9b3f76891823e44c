import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { expect, it } from "vitest";
import configFor from "../next.config.mjs";
import { fixedCacheControl } from "./freshness.ts";

it("is what Next alone says of the files that it serves itself", async () => {
  const { headers: rulesOf } = await configFor(PHASE_PRODUCTION_SERVER);
  const rules = (await rulesOf?.()) ?? [];
  const written = rules.flatMap(({ source, headers }) =>
    headers.filter(({ key }) => key === "Cache-Control").map(({ value }) => [source, value]),
  );
  expect(written).toEqual([["/fonts/:file+", fixedCacheControl("month")]]);
});
