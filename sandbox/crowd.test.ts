import { expect, it } from "vitest";
import { crowd } from "./crowd.ts";

it.each([1, 17, 999_999_999])("makes the same two accounts from a number: %d", (number) => {
  const java = crowd.javaByName(`EXTRA_${number}`);
  expect(java?.name).toBe(`Extra_${number}`);
  expect(java?.uuid).toMatch(/^[0-9a-f]{12}4[0-9a-f]{3}8[0-9a-f]{15}$/);
  expect(crowd.javaByUuid(java?.uuid ?? "")).toEqual(java);
  const bedrock = crowd.bedrockByGamertag(`extra ${number}`);
  expect(bedrock?.gamertag).toBe(`Extra ${number}`);
  expect(crowd.bedrockByXuid(bedrock?.xuid ?? "")).toEqual(bedrock);
});

it.each(["Extra_0", "Extra_01", "Extra_1000000000", "Extra_", "Extra", "Extras_1"])(
  "knows no %s",
  (name) => {
    expect(crowd.javaByName(name)).toBe(undefined);
  },
);

it("shares 32 skins", () => {
  const accounts = Array.from({ length: 200 }, (_, at) => crowd.javaByName(`Extra_${at + 1}`));
  expect(new Set(accounts.map((account) => account?.skin?.hash)).size).toBe(32);
});
