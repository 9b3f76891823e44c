import { describe, expect, it } from "vitest";
import { createFaultList } from "./fault.ts";

const KEYS = ["mojang-api.name", "mojang-session.profile", "geyser.xuid"];
const DROP = { kind: "drop" } as const;
const HANG = { kind: "hang" } as const;

describe("a list of faults", () => {
  it("is empty at first", () => {
    expect(createFaultList(KEYS).take("geyser.xuid", "/")).toBe(null);
  });

  it.each([
    ["mojang-api.name", true, false],
    ["mojang-api.*", true, false],
    ["mojang-*", true, false],
    ["*", true, true],
    ["geyser.xuid", false, true],
  ])("applies to the routes that match %s", (route, name, xuid) => {
    const faults = createFaultList(KEYS);
    faults.add({ route, fault: DROP });
    expect(faults.take("mojang-api.name", "/") !== null).toBe(name);
    expect(faults.take("geyser.xuid", "/") !== null).toBe(xuid);
  });

  it("uses faults in the order they were added", () => {
    const faults = createFaultList(KEYS);
    faults.add({ route: "*", fault: DROP, times: 2 });
    faults.add({ route: "*", fault: HANG, times: 1 });
    const kinds = [1, 2, 3, 4].map(() => faults.take("geyser.xuid", "/")?.kind);
    expect(kinds).toEqual(["drop", "drop", "hang", undefined]);
  });

  it("applies only to requests that contain the given text, in any case", () => {
    const faults = createFaultList(KEYS);
    faults.add({ route: "*", fault: DROP, match: "lantern_lou" });
    expect(faults.take("mojang-api.name", "/name/Bea\n")).toBe(null);
    expect(faults.take("mojang-api.name", "/name/Lantern_Lou\n")).toEqual(DROP);
    expect(faults.take("mojang-api.name", '/bulk\n["LANTERN_LOU"]')).toEqual(DROP);
  });

  it("spares requests that contain one of some texts, in any case", () => {
    const faults = createFaultList(KEYS);
    faults.add({ route: "*", fault: DROP, spares: ["Bea", "49c155a0"] });
    expect(faults.take("mojang-api.name", "/name/BEA\n")).toBe(null);
    expect(faults.take("mojang-session.profile", "/profile/49c155a0\n")).toBe(null);
    expect(faults.take("mojang-api.name", "/name/Lantern_Lou\n")).toEqual(DROP);
  });

  it("removes one, or all", () => {
    const faults = createFaultList(KEYS);
    const disarm = faults.add({ route: "*", fault: DROP });
    faults.add({ route: "*", fault: HANG });
    disarm();
    expect(faults.take("geyser.xuid", "/")).toEqual(HANG);
    faults.clear();
    expect(faults.take("geyser.xuid", "/")).toBe(null);
  });

  it("rejects an unknown route", () => {
    expect(() => createFaultList(KEYS).add({ route: "mojang.name", fault: DROP })).toThrow(
      "no route is called mojang.name",
    );
  });
});
