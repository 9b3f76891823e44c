import { describe, expect, it, vi } from "vitest";
import { profileBody } from "../contract/profile.ts";
import { createClientKeys } from "../refresh-limit/refresh-limit.ts";
import {
  LOU,
  LOU_XUID,
  type TestWorld,
  errorOf,
  profileOf,
  withStoppedClock,
  withWorld,
} from "../../testing/world.ts";

describe("update=true", () => {
  const refresh = (own: TestWorld, value: string, client: string) =>
    own.request(`/api?username=${value}&update=true`, { client });

  it("loads again, and is never cacheable", () =>
    withWorld(async (own) => {
      await profileOf(own, "username=Tinker_Tess&type=java");
      const id = (await profileOf(own, "username=Tinker_Tess&type=java")).java?.uuid ?? "";
      own.sandbox.control.change(id, { skin: LOU });
      const reply = await own.request("/api?username=Tinker_Tess&type=java&update=true");
      const lou = await profileOf(own, "username=Lantern_Lou&type=java");
      const body = profileBody.parse(reply.json());
      expect(body.java?.skin_texture).toBe(lou.java?.skin_texture);
      expect(body.cached).toBe(false);
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect((await profileOf(own, `username=${id}&type=java`)).java).toEqual(body.java);
    }));

  it("is not cacheable when it finds no player", () =>
    withWorld(async (own) => {
      const reply = await refresh(own, "nobody_at_all", "203.0.113.77");
      expect([reply.status, reply.headers["cache-control"]]).toEqual([404, "no-store"]);
      expect(reply.caching?.isReusable).toBe(false);
    }));

  it("costs one set of calls for a player who was not known", () =>
    withWorld(async (own) => {
      await refresh(own, "Tinker_Tess&type=java", "203.0.113.1");
      expect(own.sandbox.control.calls().counts).toEqual({
        "mojang-api.name": 1,
        "mojang-session.profile": 1,
      });
    }));

  it("is granted once an hour to a client", () =>
    withWorld(async (own) => {
      expect((await refresh(own, "Tinker_Tess", "203.0.113.1")).status).toBe(200);
      const refused = await refresh(own, "QuietQuill", "203.0.113.1");
      expect(refused.status).toBe(429);
      expect(refused.json()).toMatchObject({
        success: false,
        code: "RATE_LIMITED",
        status: 429,
        limit: "client",
      });
      const wait = Number(refused.headers["retry-after"]);
      expect(wait).toBeGreaterThan(3_590);
      expect(refused.headers).toMatchObject({
        "cache-control": "no-store",
        ratelimit: `"refresh";r=0;t=${wait}`,
        "ratelimit-policy": '"refresh";q=1;w=3600',
      });
      expect((await own.request("/api?username=QuietQuill")).status).toBe(200);
    }));

  it("is granted once an hour for a profile, whichever identifier is used", () =>
    withWorld(async (own) => {
      expect((await refresh(own, "Lantern_Lou", "203.0.113.1")).status).toBe(200);
      const refused = await refresh(own, LOU, "203.0.113.2");
      expect([refused.status, refused.json()["limit"]]).toEqual([429, "player"]);
      expect((await refresh(own, LOU_XUID, "203.0.113.2")).status).toBe(429);
      // Refused for the profile's sake: the client still has its own refresh.
      expect((await refresh(own, "Tinker_Tess", "203.0.113.2")).status).toBe(200);
    }));

  it("gives its grants back when the providers fail", () =>
    withWorld(async (own) => {
      const known = await profileOf(own, "username=Tinker_Tess&type=java");
      const off = own.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      const failed = await refresh(own, "Tinker_Tess&type=java", "203.0.113.1");
      const body = profileBody.parse(failed.json());
      expect([failed.status, body.java, body.cached]).toEqual([200, known.java, true]);
      expect(body.warnings).toHaveLength(1);
      expect((await refresh(own, "QuietQuill", "203.0.113.1")).status).toBe(502);
      off();
      expect((await refresh(own, "Tinker_Tess&type=java", "203.0.113.1")).status).toBe(200);
      expect((await refresh(own, "Tinker_Tess&type=java", "203.0.113.1")).status).toBe(429);
    }));

  it("gives its grants back when nobody has the name, which costs one set of calls", () =>
    withWorld(async (own) => {
      const { control } = own.sandbox;
      const update = () => refresh(own, "Tess_Renamed&type=java", "203.0.113.1");
      expect((await update()).status).toBe(404);
      expect(control.calls().counts).toEqual({ "mojang-api.name": 1 });
      expect((await update()).status).toBe(404);
      expect(control.calls().counts).toEqual({ "mojang-api.name": 2 });
      const { java } = await profileOf(own, "username=Tinker_Tess&type=java");
      control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      expect((await update()).status).toBe(200);
      expect((await update()).status).toBe(429);
    }));

  it("takes no grant where no provider can be asked", () =>
    withWorld(async (own) => {
      const { coordination } = own.services.stores;
      const offline = [1, 2, 3].map((last) => `00000000-0000-3000-8000-00000000000${last}`);
      const nil = "00000000000000000000000000000000";
      const ofOthers = ["Mossy%20Minnow&type=java", "A_name_of_20_letters&type=bedrock"];
      const replies = [];
      for (const value of [...offline, nil, ...ofOthers]) {
        replies.push(await refresh(own, value, "203.0.113.1"));
      }
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
      expect(replies.map(({ headers }) => headers["cache-control"])).toContain("no-store");
      const client = await createClientKeys(coordination).keyOf({ client: "203.0.113.1" });
      const keys = [`client:${client}`, `profile:impossible:${nil}`].map((key) => `refresh:${key}`);
      expect(await Promise.all(keys.map((key) => coordination.get(key)))).toEqual([
        undefined,
        undefined,
      ]);
      expect(own.sandbox.control.calls().counts).toEqual({});
      expect((await refresh(own, "Tinker_Tess", "203.0.113.1")).status).toBe(200);
    }));

  it("keeps its limit over a restart", () =>
    withWorld(async (own) => {
      await refresh(own, "Tinker_Tess", "203.0.113.1");
      await own.restart();
      expect((await refresh(own, "QuietQuill", "203.0.113.1")).status).toBe(429);
    }));

  it("grants one of a hundred simultaneous attempts", () =>
    withWorld(async (own) => {
      const replies = await Promise.all(
        Array.from({ length: 100 }, () => refresh(own, "Tinker_Tess", "203.0.113.1")),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    }));
});

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

  it("is not renamed by a Geyser that lies, looked up by gamertag or XUID, then or later", () =>
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
