import { describe, expect, it } from "vitest";
import { unusualNames } from "../../sandbox/skin-services.ts";
import { textureHash } from "../../sandbox/textures.ts";
import { errorOf, profileOf, withWorld, type TestWorld } from "../../testing/world.ts";
import { hostOf, sha256, withService, type Service } from "./skin-services.fixture.ts";

const SERVICES: Service[] = ["blessing", "open-lookalike"];
const q = encodeURIComponent;

describe.each(SERVICES)("names of any kind at a skin service like %s", (service) => {
  const withIt = (test: (world: TestWorld) => Promise<void>) => withService("after", test, service);

  it("lead to their players", () =>
    withIt(async (world) => {
      for (const name of unusualNames) {
        const { java, warnings } = await profileOf(world, `username=${q(name)}`);
        expect(java?.username).toBe(name);
        expect(java).toMatchObject({
          skin_url: `/skin?username=${java?.uuid}&type=java`,
          skin_texture: textureHash("bea"),
          skin_source: hostOf(world),
          name_history: [{ name, changed_at: null }],
        });
        expect(warnings).toBeUndefined();
        expect((await profileOf(world, `uuid=${java?.uuid}`)).java).toEqual(java);
        const head = await world.request(`/head?username=${q(name)}`);
        expect([head.status, head.headers["x-texture-source"]]).toEqual([200, hostOf(world)]);
        const skin = await world.request(java?.skin_url ?? "");
        expect([skin.status, sha256(skin.bytes)]).toEqual([200, textureHash("bea")]);
        const history = (await world.request(`/api/history?username=${q(name)}`)).json();
        expect(history["java"]).toMatchObject({ username: name });
        const cached = await world.request(`/api?username=${q(name)}`, { onlyIfCached: true });
        expect(cached.status).toBe(200);
      }
      const { recent } = (await world.request("/api?recent=1")).json() as {
        recent: { username: string }[];
      };
      expect(recent.map(({ username }) => username)).toContain(unusualNames[0]);
    }));

  it("are never sent to the game's services", () =>
    withIt(async (world) => {
      for (const name of unusualNames) await world.request(`/api?username=${q(name)}`);
      for (const route of ["mojang-api.*", "mojang-legacy.*", "playerdb.java"]) {
        expect([route, world.sandbox.control.count(route)]).toEqual([route, 0]);
      }
      // Two of them may be gamertags.
      expect(world.sandbox.control.count("geyser.xuid")).toBe(2);
    }));

  it("are one in any case and any composition", () =>
    withIt(async (world) => {
      const [name] = unusualNames.filter((one) => one.startsWith("É"));
      const { java } = await profileOf(world, `username=${q(name?.toLowerCase() ?? "")}&type=java`);
      expect(java?.username).toBe(name);
      const decomposed = name?.normalize("NFD") ?? "";
      expect((await profileOf(world, `username=${q(decomposed)}&type=java`)).java).toEqual(java);
    }));

  it("are no player's when the service has none", () =>
    withIt(async (world) => {
      for (const name of [
        "李",
        "x,y",
        "a".repeat(64),
        "😀".repeat(63),
        "<b>",
        ".",
        "..",
        "a b c/",
      ]) {
        const type = "type=java";
        expect(await errorOf(world, `username=${q(name)}&${type}`)).toMatchObject({ status: 404 });
      }
    }));

  it("have 1 to 64 characters without control characters", () =>
    withIt(async (world) => {
      world.sandbox.control.clearCalls();
      for (const name of [
        "a\u0000b",
        "a\nb",
        "a\u007f",
        "a\u0085",
        "a,".repeat(33),
        "😀".repeat(65),
      ]) {
        expect(await errorOf(world, `username=${q(name)}`)).toMatchObject({ status: 400 });
      }
      expect(world.sandbox.control.count()).toBe(0);
    }));

  it("lead to the player at the URLs of other services, too", () =>
    withIt(async (world) => {
      const name = "a,b[c]{d}+e=^f";
      const { java } = await profileOf(world, `username=${q(name)}`);
      const account = { id: java?.uuid, name };
      const one = await world.request(`/compat/mojang/users/profiles/minecraft/${q(name)}`);
      expect([one.status, one.json()]).toEqual([200, account]);
      const body = JSON.stringify([name, "李雷", "nobody_at_all"]);
      const many = await world.request("/compat/mojang/profiles/minecraft", {
        method: "POST",
        body,
      });
      expect(JSON.parse(Buffer.from(many.bytes).toString())).toEqual(
        expect.arrayContaining([account, expect.objectContaining({ name: "李雷" })]),
      );
      const head = await world.request(`/compat/crafthead/helm/${q("李雷")}/64`);
      expect([head.status, head.headers["x-texture-source"]]).toEqual([200, hostOf(world)]);
    }));

  it.each(["", "a\u0000b", "a\u009bb", "\ud800", "a".repeat(65), 7, null])(
    "are a fault of the service where they are %j",
    (name) =>
      withIt(async (world) => {
        const id = "c0c0c0c0c0c04c0c8c0c0c0c0c0c0c0c";
        const body = JSON.stringify({ id, name, properties: [] });
        const fault = { kind: "status", status: 200, body } as const;
        world.sandbox.control.fault({ route: `${service}.profile`, fault });
        expect(await errorOf(world, `uuid=${id}`)).toMatchObject({ status: 502 });
      }),
  );
});

describe("a batch", () => {
  it("has names of any kind, except for commas", () =>
    withService(
      "after",
      async (world) => {
        const usernames = q("李雷,<img src=x onerror=alert(1)>,a,b[c]{d}+e=^f");
        const { json } = await world.request(`/api/batch?usernames=${usernames}&type=java`);
        const { results } = json() as { results: { username: string; status: number }[] };
        expect(results.map(({ username, status }) => [username, status])).toEqual([
          ["李雷", 200],
          ["<img src=x onerror=alert(1)>", 200],
          ["a", 404],
          ["b[c]{d}+e=^f", 404],
        ]);
      },
      "blessing",
    ));
});

describe("a skin service that fails", () => {
  it("hides no gamertag", () =>
    withService("after", async (world) => {
      world.sandbox.control.fault({ route: "injector.*", fault: { kind: "drop" } });
      const head = await world.request("/head?username=Mossy%20Minnow");
      expect([head.status, head.headers["x-texture-source"]]).toEqual([200, "player"]);
      const { bedrock, warnings } = await profileOf(world, "username=Mossy%20Minnow");
      expect([bedrock?.gamertag, warnings?.length]).toEqual(["Mossy Minnow", 1]);
      expect(await errorOf(world, `username=${q("a,b")}`)).toMatchObject({ status: 502 });
      expect((await world.request(`/head?username=${q("a,b")}`)).status).toBe(502);
    }));
});

describe("without skin services", () => {
  it("other names are malformed", () =>
    withWorld(async (world) => {
      const message =
        "username must be a Java name, a UUID with or without dashes, an XUID or a Bedrock gamertag.";
      for (const name of ["a,b[c]", "A_Name_Of_Thirty_Letters_Abcde", "<img>", "😀"]) {
        const reply = await world.request(`/api?username=${q(name)}`);
        expect([reply.status, reply.json()["error"]]).toEqual([400, message]);
        expect((await world.request(`/head?username=${q(name)}`)).status).toBe(400);
        const alias = await world.request(`/compat/mojang/users/profiles/minecraft/${q(name)}`);
        expect(alias.status).toBe(400);
        const head = await world.request(`/compat/crafthead/helm/${q(name)}/64`);
        expect([head.status, head.headers["x-texture-source"]]).toEqual([200, "placeholder"]);
      }
      expect(world.sandbox.control.calls().counts).toEqual({ "mojang-textures.texture": 1 });
    }));
});
