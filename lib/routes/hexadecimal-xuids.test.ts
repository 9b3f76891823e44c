import { describe, expect, it, vi } from "vitest";
import {
  LOU,
  LOU_XUID,
  errorOf,
  openWorld,
  profileOf,
  withStoppedClock,
} from "../../testing/world.ts";

/** Lantern_Lou's, as pages and tools print it. */
const HEX = "0009cfc2799b6682";
const SPELLINGS = [HEX, HEX.toUpperCase(), `0x${HEX}`, `0X${HEX.toUpperCase()}`];

describe("an XUID in hexadecimal", () => {
  it("leads to its player in every URL", async () => {
    const world = await openWorld();
    const { java, bedrock } = await profileOf(world, `username=${LOU_XUID}`);
    const image = (await world.request(`/head?username=${LOU_XUID}`)).bytes;
    for (const hex of SPELLINGS) {
      const profile = await profileOf(world, `username=${hex}`);
      expect([hex, profile.java, profile.bedrock]).toEqual([hex, java, bedrock]);
      for (const type of ["java", "bedrock"] as const) {
        const { [type]: found } = await profileOf(world, `uuid=${hex}&type=${type}`);
        expect(found).toEqual({ java, bedrock }[type]);
      }
      for (const url of [`/head?username=${hex}`, `/head/${hex}`, `/avatar/${hex}/64`]) {
        const head = await world.request(url);
        expect([url, head.status, Buffer.compare(head.bytes, image)]).toEqual([url, 200, 0]);
      }
      const avatar = `/compat/crafthead/avatar/${hex}/64`;
      expect(Buffer.compare((await world.request(avatar)).bytes, image), avatar).toBe(0);
      const there = await world.request(`/compat/playerdb/api/player/minecraft/${hex}`);
      expect(there.json()).toMatchObject({ data: { player: { username: ".Lantern_Lou" } } });
      const inBedrock = await world.request(`/compat/playerdb/api/player/xbox/${hex}`);
      expect(inBedrock.json()).toMatchObject({ data: { player: { id: LOU_XUID } } });
    }
    const batch = await world.request(`/api/batch?usernames=${SPELLINGS.join()}`);
    const { results } = batch.json() as { results: { bedrock?: object }[] };
    expect(results.map((result) => result.bedrock)).toEqual(SPELLINGS.map(() => bedrock));
    const refreshed = await world.request(`/api?username=${HEX}&type=bedrock&update=true`);
    expect(refreshed.status).toBe(200);
  });

  it("is the Java player of that name first, if it has 16 characters", async () => {
    const world = await openWorld();
    const [other] = world.sandbox.players.filter(({ java }) => java && java.uuid !== LOU);
    const uuid = other?.java?.uuid ?? expect.fail("there is no other player");
    world.sandbox.control.change(uuid, { name: HEX });
    for (const type of ["all", "java"]) {
      const { java, bedrock } = await profileOf(world, `username=${HEX}&type=${type}`);
      expect([java?.uuid, bedrock?.xuid_decimal === LOU_XUID]).toEqual([uuid, false]);
    }
    const own = (await world.request(`/head?username=${uuid}`)).bytes;
    expect((await world.request(`/head/${HEX}`)).bytes).toEqual(own);
    const there = await world.request(`/compat/playerdb/api/player/minecraft/${HEX}`);
    expect(there.json()).toMatchObject({ data: { player: { username: HEX } } });
    expect((await profileOf(world, `username=0x${HEX}`)).bedrock?.xuid_decimal).toBe(LOU_XUID);
    const { bedrock } = await profileOf(world, `username=${HEX}&type=bedrock`);
    expect(bedrock?.xuid_decimal).toBe(LOU_XUID);
  });

  it("is nobody's while it is unknown whether a Java player has the name", async () => {
    const world = await openWorld();
    for (const route of ["mojang-api.*", "mojang-legacy.*", "playerdb.*"]) {
      world.sandbox.control.fault({ route, fault: { kind: "status", status: 500 } });
    }
    expect(await errorOf(world, `username=${HEX}`)).toMatchObject({ status: 502 });
    expect((await world.request(`/head/${HEX}`)).status).toBe(502);
    const there = await world.request(`/compat/playerdb/api/player/minecraft/${HEX}`);
    expect(there.status).toBe(502);
    expect((await profileOf(world, `username=0x${HEX}`)).bedrock?.xuid_decimal).toBe(LOU_XUID);
  });

  it("is nobody's when only a stale entry says that no Java player has the name", () =>
    withStoppedClock(async (world) => {
      expect((await profileOf(world, `username=${HEX}`)).bedrock?.xuid_decimal).toBe(LOU_XUID);
      vi.setSystemTime(Date.now() + 1_300_000);
      for (const route of ["mojang-api.*", "mojang-legacy.*", "playerdb.*"]) {
        world.sandbox.control.fault({ route, fault: { kind: "status", status: 500 } });
      }
      expect(await errorOf(world, `username=${HEX}`)).toMatchObject({ status: 502 });
    }));
});
