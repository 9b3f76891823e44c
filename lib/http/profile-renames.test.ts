import { describe, expect, it, vi } from "vitest";
import { errorOf, LOU, profileOf, withStoppedClock, withWorld } from "../testing/world.ts";

const SECOND = 1_000;

describe("a renamed player", () => {
  const TESS = "Tinker_Tess";

  it("is found by the new name, not by the old one, with the change in the history", () =>
    withStoppedClock(async (own) => {
      const { java } = await profileOf(own, `username=${TESS}&type=java`);
      own.sandbox.control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      const changedAt = Date.now() + 1_300 * SECOND;
      vi.setSystemTime(changedAt);
      expect(await errorOf(own, `username=${TESS}&type=java`)).toMatchObject({ status: 404 });
      const renamed = await profileOf(own, "username=tess_renamed&type=java");
      expect(renamed.java).toMatchObject({
        username: "Tess_Renamed",
        uuid: java?.uuid,
        name_history: [
          { name: TESS, changed_at: null },
          { name: "Tess_Renamed", changed_at: changedAt },
        ],
      });
    }));

  it("is shown under the new name at once when the request uses it", () =>
    withWorld(async (own) => {
      const { java } = await profileOf(own, `username=${TESS}&type=java`);
      own.sandbox.control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      const renamed = await profileOf(own, "username=Tess_Renamed&type=java");
      expect(renamed.java?.username).toBe("Tess_Renamed");
    }));

  it("leaves the old name to its new holder", () =>
    withStoppedClock(async (own) => {
      const { java } = await profileOf(own, `username=${TESS}&type=java`);
      own.sandbox.control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      own.sandbox.control.change(LOU, { name: TESS });
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      expect((await profileOf(own, `username=${TESS}&type=java`)).java?.uuid).toBe(LOU);
    }));
});

describe("a Bedrock player known already", () => {
  const MINNOW_XUID = "2796662987455236";
  const byXuid = `username=${MINNOW_XUID}&type=bedrock`;

  it("is not renamed by a Geyser that lies, asked by gamertag or XUID, then or later", () =>
    withStoppedClock(async (own) => {
      await profileOf(own, byXuid);
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      own.sandbox.control.fault({ route: "geyser.*", fault: { kind: "wrong-identity" } });
      own.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
      for (const query of [byXuid, "username=Mossy+Minnow&type=bedrock"]) {
        const { bedrock, stale } = await profileOf(own, query);
        expect([bedrock?.gamertag, bedrock?.xuid_decimal, stale]).toEqual([
          "Mossy Minnow",
          MINNOW_XUID,
          true,
        ]);
      }
      own.sandbox.control.clearFaults();
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      const after = await profileOf(own, "username=Mossy+Minnow&type=bedrock");
      expect([after.bedrock?.xuid_decimal, after.stale]).toEqual([MINNOW_XUID, false]);
    }));

  it("is shown under a new gamertag, once it leads back", () =>
    withStoppedClock(async (own) => {
      await profileOf(own, byXuid);
      own.sandbox.control.change(MINNOW_XUID, { gamertag: "Mossy Trout" });
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      const { bedrock, stale } = await profileOf(own, byXuid);
      expect([bedrock?.gamertag, stale]).toEqual(["Mossy Trout", false]);
    }));
});

describe("laby.net, when it is turned on", () => {
  it("adds the names that others observed, without the hidden ones", () =>
    withWorld(
      async (own) => {
        const { java } = await profileOf(own, "username=Marigold_Moth&type=java");
        expect(java?.name_history).toEqual([
          { name: "Larva_Lena", changed_at: null },
          { name: "Cocoon_Cora", changed_at: Date.parse("2020-08-19T07:00:00+02:00") },
          { name: "Marigold_Moth", changed_at: Date.parse("2023-05-01T12:00:00Z") },
        ]);
      },
      (sandbox) => ({ NAME_HISTORY_URL: sandbox["NAME_HISTORY_URL"] ?? "" }),
    ));

  it("never fails a response", () =>
    withWorld(
      async (own) => {
        own.sandbox.control.fault({ route: "laby.*", fault: { kind: "hang" } });
        const { java, warnings } = await profileOf(own, "username=Marigold_Moth&type=java");
        expect(java?.name_history).toEqual([{ name: "Marigold_Moth", changed_at: null }]);
        expect(warnings).toBeUndefined();
      },
      (sandbox) => ({ NAME_HISTORY_URL: sandbox["NAME_HISTORY_URL"] ?? "" }),
    ));
});
