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
  const refresh = (world: TestWorld, value: string, client: string) =>
    world.request(`/api?username=${value}&update=true`, { client });

  it("loads again, and is never cacheable", () =>
    withWorld(async (world) => {
      await profileOf(world, "username=Tinker_Tess&type=java");
      const id = (await profileOf(world, "username=Tinker_Tess&type=java")).java?.uuid ?? "";
      world.sandbox.control.change(id, { skin: LOU });
      const reply = await world.request("/api?username=Tinker_Tess&type=java&update=true");
      const lou = await profileOf(world, "username=Lantern_Lou&type=java");
      const body = profileBody.parse(reply.json());
      expect(body.java?.skin_texture).toBe(lou.java?.skin_texture);
      expect(body.cached).toBe(false);
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect((await profileOf(world, `username=${id}&type=java`)).java).toEqual(body.java);
    }));

  it("is not cacheable when it finds no player", () =>
    withWorld(async (world) => {
      const reply = await refresh(world, "nobody_at_all", "203.0.113.77");
      expect([reply.status, reply.headers["cache-control"]]).toEqual([404, "no-store"]);
      expect(reply.caching?.isReusable).toBe(false);
    }));

  it("costs one set of calls for a player who was not known", () =>
    withWorld(async (world) => {
      await refresh(world, "Tinker_Tess&type=java", "203.0.113.1");
      expect(world.sandbox.control.calls().counts).toEqual({
        "mojang-api.name": 1,
        "mojang-session.profile": 1,
      });
    }));

  it("is granted once an hour to a client", () =>
    withWorld(async (world) => {
      expect((await refresh(world, "Tinker_Tess", "203.0.113.1")).status).toBe(200);
      const refused = await refresh(world, "QuietQuill", "203.0.113.1");
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
      expect((await world.request("/api?username=QuietQuill")).status).toBe(200);
    }));

  it("is granted once an hour for a profile, whichever identifier is used", () =>
    withWorld(async (world) => {
      expect((await refresh(world, "Lantern_Lou", "203.0.113.1")).status).toBe(200);
      const refused = await refresh(world, LOU, "203.0.113.2");
      expect([refused.status, refused.json()["limit"]]).toEqual([429, "player"]);
      expect((await refresh(world, LOU_XUID, "203.0.113.2")).status).toBe(429);
      // Refused for the profile's sake: the client still has its own refresh.
      expect((await refresh(world, "Tinker_Tess", "203.0.113.2")).status).toBe(200);
    }));

  it("gives its grants back when the providers fail", () =>
    withWorld(async (world) => {
      const known = await profileOf(world, "username=Tinker_Tess&type=java");
      const off = world.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      const failed = await refresh(world, "Tinker_Tess&type=java", "203.0.113.1");
      const body = profileBody.parse(failed.json());
      expect([failed.status, body.java, body.cached]).toEqual([200, known.java, true]);
      expect(body.warnings).toHaveLength(1);
      expect((await refresh(world, "QuietQuill", "203.0.113.1")).status).toBe(502);
      off();
      expect((await refresh(world, "Tinker_Tess&type=java", "203.0.113.1")).status).toBe(200);
      expect((await refresh(world, "Tinker_Tess&type=java", "203.0.113.1")).status).toBe(429);
    }));

  it("gives its grants back when nobody has the name, which costs one set of calls", () =>
    withWorld(async (world) => {
      const { control } = world.sandbox;
      const update = () => refresh(world, "Tess_Renamed&type=java", "203.0.113.1");
      expect((await update()).status).toBe(404);
      expect(control.calls().counts).toEqual({ "mojang-api.name": 1 });
      expect((await update()).status).toBe(404);
      expect(control.calls().counts).toEqual({ "mojang-api.name": 2 });
      const { java } = await profileOf(world, "username=Tinker_Tess&type=java");
      control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      expect((await update()).status).toBe(200);
      expect((await update()).status).toBe(429);
    }));

  it("takes no grant where no provider can be asked", () =>
    withWorld(async (world) => {
      const { coordination } = world.services.stores;
      const offline = [1, 2, 3].map((last) => `00000000-0000-3000-8000-00000000000${last}`);
      const nil = "00000000000000000000000000000000";
      const ofOthers = ["Mossy%20Minnow&type=java", "A_name_of_20_letters&type=bedrock"];
      const replies = [];
      for (const value of [...offline, nil, ...ofOthers]) {
        replies.push(await refresh(world, value, "203.0.113.1"));
      }
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
      expect(replies.map(({ headers }) => headers["cache-control"])).toContain("no-store");
      const client = await createClientKeys(coordination).keyOf({ client: "203.0.113.1" });
      const keys = [`client:${client}`, `profile:impossible:${nil}`].map((key) => `refresh:${key}`);
      expect(await Promise.all(keys.map((key) => coordination.get(key)))).toEqual([
        undefined,
        undefined,
      ]);
      expect(world.sandbox.control.calls().counts).toEqual({});
      expect((await refresh(world, "Tinker_Tess", "203.0.113.1")).status).toBe(200);
    }));

  it("keeps its limit over a restart", () =>
    withWorld(async (world) => {
      await refresh(world, "Tinker_Tess", "203.0.113.1");
      await world.restart();
      expect((await refresh(world, "QuietQuill", "203.0.113.1")).status).toBe(429);
    }));

  it("grants one of a hundred simultaneous attempts", () =>
    withWorld(async (world) => {
      const replies = await Promise.all(
        Array.from({ length: 100 }, () => refresh(world, "Tinker_Tess", "203.0.113.1")),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    }));
});

const SECOND = 1_000;

describe("a renamed player", () => {
  const TESS = "Tinker_Tess";

  it("is found by the new name, not by the old one, with the change in the history", () =>
    withStoppedClock(async (world) => {
      const { java } = await profileOf(world, `username=${TESS}&type=java`);
      world.sandbox.control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      const changedAt = Date.now() + 1_300 * SECOND;
      vi.setSystemTime(changedAt);
      expect(await errorOf(world, `username=${TESS}&type=java`)).toMatchObject({ status: 404 });
      const renamed = await profileOf(world, "username=tess_renamed&type=java");
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
    withWorld(async (world) => {
      const { java } = await profileOf(world, `username=${TESS}&type=java`);
      world.sandbox.control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      const renamed = await profileOf(world, "username=Tess_Renamed&type=java");
      expect(renamed.java?.username).toBe("Tess_Renamed");
    }));

  it("leaves the old name to its new holder", () =>
    withStoppedClock(async (world) => {
      const { java } = await profileOf(world, `username=${TESS}&type=java`);
      world.sandbox.control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
      world.sandbox.control.change(LOU, { name: TESS });
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      expect((await profileOf(world, `username=${TESS}&type=java`)).java?.uuid).toBe(LOU);
    }));
});

describe("a Bedrock player known already", () => {
  const MINNOW_XUID = "2796662987455236";
  const byXuid = `username=${MINNOW_XUID}&type=bedrock`;

  it("is not renamed by a Geyser that lies, looked up by gamertag or XUID, then or later", () =>
    withStoppedClock(async (world) => {
      await profileOf(world, byXuid);
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      world.sandbox.control.fault({ route: "geyser.*", fault: { kind: "wrong-identity" } });
      world.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
      for (const query of [byXuid, "username=Mossy+Minnow&type=bedrock"]) {
        const { bedrock, stale } = await profileOf(world, query);
        expect([bedrock?.gamertag, bedrock?.xuid_decimal, stale]).toEqual([
          "Mossy Minnow",
          MINNOW_XUID,
          true,
        ]);
      }
      world.sandbox.control.clearFaults();
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      const after = await profileOf(world, "username=Mossy+Minnow&type=bedrock");
      expect([after.bedrock?.xuid_decimal, after.stale]).toEqual([MINNOW_XUID, false]);
    }));

  it("is shown under a new gamertag, once it leads back", () =>
    withStoppedClock(async (world) => {
      await profileOf(world, byXuid);
      world.sandbox.control.change(MINNOW_XUID, { gamertag: "Mossy Trout" });
      vi.setSystemTime(Date.now() + 1_300 * SECOND);
      const { bedrock, stale } = await profileOf(world, byXuid);
      expect([bedrock?.gamertag, stale]).toEqual(["Mossy Trout", false]);
    }));
});

describe("laby.net, when it is turned on", () => {
  it("adds the names that others observed, without the hidden ones", () =>
    withWorld(
      async (world) => {
        const { java } = await profileOf(world, "username=Marigold_Moth&type=java");
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
      async (world) => {
        world.sandbox.control.fault({ route: "laby.*", fault: { kind: "hang" } });
        const { java, warnings } = await profileOf(world, "username=Marigold_Moth&type=java");
        expect(java?.name_history).toEqual([{ name: "Marigold_Moth", changed_at: null }]);
        expect(warnings).toBeUndefined();
      },
      (sandbox) => ({ NAME_HISTORY_URL: sandbox["NAME_HISTORY_URL"] ?? "" }),
    ));
});
