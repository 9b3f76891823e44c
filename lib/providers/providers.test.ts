import { describe, expect, it } from "vitest";
import type { Gamertag, JavaUuid } from "../contract/identifiers.ts";
import {
  createAll,
  HERMIT,
  HERMIT_XUID,
  outcomeOf,
  soon,
  useProviders,
} from "../../testing/providers.ts";

const { control, environment, providers, upstream } = useProviders();

/** An offline UUID. */
const WILLOW = "c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10" as JavaUuid;

describe("a skin service", () => {
  it("may have JSON at its root that is no metadata: no fault of it", async () => {
    const send = upstream();
    const failed: string[] = [];
    const { lookalike } = createAll(async (call) => {
      return send(call).catch((error: unknown) => {
        failed.push(call.operation);
        throw error;
      });
    }, environment());
    const body = '{"Status":"OK"}';
    const contentType = "application/json";
    const fault = { kind: "status", status: 200, body, contentType } as const;
    control().fault({ route: "lookalike.unknown", fault });
    expect(await lookalike.profileOf(WILLOW, soon())).toMatchObject({ name: "Willow_Wisp" });
    expect(failed).toEqual([]);
  });
});

describe("Geyser", () => {
  it("knows only some players: that is no miss, and no fault of it", async () => {
    const { geyser } = providers();
    expect(await outcomeOf(geyser.xuidOf(HERMIT, soon()))).toBe("unknown-here");
    control().fault({ route: "geyser.xuid", fault: { kind: "too-much-traffic" } });
    expect(await outcomeOf(geyser.xuidOf(HERMIT, soon()))).toBe("error");
  });
});

describe("PlayerDB", () => {
  it.each(["Mossy Minnow", "nobody at all", "Мшистый Пень"])(
    "encodes the path again, so its miss says nothing about %s, and is no fault of it",
    async (gamertag) => {
      const { playerdb } = providers();
      const request = () => playerdb.accountByGamertag(gamertag as Gamertag, soon());
      expect(await outcomeOf(request())).toBe("unknown-here");
      const fault = { kind: "status", status: 400, body: "{}" } as const;
      control().fault({ route: "playerdb.bedrock", fault });
      expect(await outcomeOf(request())).toBe("bad-response");
    },
  );
});

describe("OpenXBL", () => {
  it("finds by exact gamertag only: a search that finds others has not said no", async () => {
    const { openxbl } = providers();
    expect(await openxbl.accountByGamertag(HERMIT, soon())).toEqual({
      xuid: HERMIT_XUID,
      gamertag: HERMIT,
    });
    control().fault({ route: "openxbl.*", fault: { kind: "wrong-identity" } });
    expect(await outcomeOf(openxbl.accountByGamertag(HERMIT, soon()))).toBe("unknown-here");
  });
});
