import { describe, expect, it } from "vitest";
import { unusualNames } from "../../sandbox/skin-services.ts";
import { errorOf, LOU, profileOf, withWorld, type TestWorld } from "../../testing/world.ts";
import { sources } from "./skin-services.fixture.ts";

const NAMES = [...unusualNames, "somebody@example.org", "ü", "A B", ".", "x".repeat(64)];
const q = encodeURIComponent;

/** Gives each name to an account of the game; returns their UUIDs. */
function renamed({ sandbox }: TestWorld): [uuid: string, name: string][] {
  const accounts = sandbox.players.flatMap(({ java }) => java ?? []).filter(({ skin }) => skin);
  return NAMES.map((name, at) => {
    const { uuid } = accounts[at] ?? expect.fail("too few players");
    sandbox.control.change(uuid, { name });
    return [uuid, name];
  });
}

describe("an account of the game whose name is none of the game's", () => {
  it("is the player of its UUID everywhere, and is linked to by that", () =>
    withWorld(async (world) => {
      for (const [uuid, name] of renamed(world)) {
        const { java, warnings } = await profileOf(world, `uuid=${uuid}&type=java`);
        expect([java?.username, warnings]).toEqual([name, undefined]);
        expect(java).toMatchObject({
          uuid,
          skin_url: `/skin?username=${uuid}&type=java`,
          head_url: `/head?username=${uuid}&type=java`,
          skin_source: "mojang",
          name_history: [{ name, changed_at: null }],
        });
        const { results } = (await world.request(`/api/batch?usernames=${uuid}`)).json() as {
          results: { java?: { username: string } }[];
        };
        expect(results[0]?.java?.username).toBe(name);
        for (const image of ["/head?username=", "/body?cape=true&username=", "/avatar/"]) {
          const { status, headers } = await world.request(image + uuid);
          expect([image, status, headers["x-texture-source"]]).toEqual([image, 200, "player"]);
        }
        const history = (await world.request(`/api/history?uuid=${uuid}&type=java`)).json();
        expect(history["java"]).toMatchObject({ username: name });
        for (const path of ["mojang/session/minecraft/profile", "crafthead/profile"]) {
          const reply = await world.request(`/compat/${path}/${uuid}`);
          expect([path, reply.status, reply.json()["name"]]).toEqual([path, 200, name]);
        }
        const file = await world.request(`/compat/mc-heads/download/${uuid}`);
        expect([
          file.status,
          ...Object.values(file.headers).filter((one) => /[^ -~]/.test(one)),
        ]).toEqual([200]);
      }
      const { recent } = (await world.request("/api?recent=1")).json() as {
        recent: { username: string }[];
      };
      expect(recent.map(({ username }) => username)).toContain("somebody@example.org");
    }));

  it("is never looked up by that name, though it may be known", () =>
    withWorld(
      async (world) => {
        const [uuid, name] = renamed(world)[1] ?? expect.fail("too few players");
        await profileOf(world, `uuid=${uuid}`);
        // A player of a skin service has the name, too.
        const { java } = await profileOf(world, `username=${q(name)}&type=java`);
        expect(java?.username).toBe(name);
        expect(java?.uuid).not.toBe(uuid);
      },
      sources("after", "blessing"),
    ));

  it("no longer has the name it had before", () =>
    withWorld(async (world) => {
      await profileOf(world, "username=Lantern_Lou&type=java");
      world.sandbox.control.change(LOU, { name: "a@b" });
      await world.request(`/api?uuid=${LOU}&type=java&update=true`);
      const reply = await world.request("/api?username=Lantern_Lou&type=java");
      expect([reply.status, reply.json()["former"]]).toEqual([
        404,
        [expect.objectContaining({ username: "a@b", uuid: LOU })],
      ]);
    }));

  it.each(["", "a\u0000b", "a\u009bb", "\ud800", "x".repeat(65), 7, null])(
    "is a fault of the provider where it is %j",
    (name) =>
      withWorld(async (world) => {
        const fault = { kind: "other-values", values: { name } } as const;
        world.sandbox.control.fault({ route: "mojang-session.profile", fault });
        expect(await errorOf(world, `uuid=${LOU}&type=java`)).toMatchObject({ status: 502 });
      }),
  );
});

it.each([
  ["Nobody_Here", 404],
  // Mojang may not know it, though an account has it.
  ["nobody-here", 502],
])("while another source fails, Mojang's word that nobody is called %s is a %d", (name, status) =>
  withWorld(async (world) => {
    world.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
    expect(await errorOf(world, `username=${name}&type=java`)).toMatchObject({ status });
  }),
);
