import { describe, expect, it } from "vitest";
import type { JavaUuid } from "../contract/identifiers.ts";
import { LOU, outcomeOf, soon, useProviders } from "../../testing/providers.ts";

const { control, providers } = useProviders();
const HOPPER = "8e3f5219f2724bf0930954340abde950" as JavaUuid;

/** A profile of exactly so many bytes, as a player with many skins has one. */
function profileOf(bytes: number): string {
  const names = [{ name: "Lou", changed_at: null, accurate: false }];
  const profile = { uuid: LOU, name: "Lou", name_history: names, textures: "" };
  const length = JSON.stringify(profile).length;
  return JSON.stringify({ ...profile, textures: "x".repeat(bytes - length) });
}

describe("laby.net", () => {
  it("has profiles of more than 64 KiB", async () => {
    expect(await providers().laby.namesOf(HOPPER, soon())).toHaveLength(7);
  });

  it.each([
    [500 * 1024, 'answered [{"name":"Lou","changed_at":null}]'],
    [512 * 1024, 'answered [{"name":"Lou","changed_at":null}]'],
    [512 * 1024 + 1, "bad-response"],
    [4 * 1024 * 1024, "bad-response"],
  ])("may have a profile of 512 KiB at most: %i bytes", async (bytes, outcome) => {
    const body = profileOf(bytes);
    expect(body).toHaveLength(bytes);
    const fault = { kind: "status", status: 200, body, contentType: "application/json" } as const;
    control().fault({ route: "laby.profile", fault });
    expect(await outcomeOf(providers().laby.namesOf(LOU, soon()))).toBe(outcome);
  });

  it("is the only one with so much", async () => {
    const body = profileOf(100 * 1024);
    const fault = { kind: "status", status: 200, body, contentType: "application/json" } as const;
    control().fault({ route: "mojang-session.profile", fault });
    expect(await outcomeOf(providers().session.sessionOf(LOU, soon()))).toBe("bad-response");
  });
});
