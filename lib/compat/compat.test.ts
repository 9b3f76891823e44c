import { request as httpRequest } from "node:http";
import { describe, expect, it } from "vitest";
import { compatServices, type CompatService } from "../configuration/compat-services.ts";
import { schemeOf } from "./services/index.ts";
import { decodeImage } from "../textures/images.fixture.ts";
import { namedDefaultSkin } from "../textures/default-skins.ts";
import { openFront } from "../../testing/served.ts";
import { openWorld, useWorld } from "../../testing/world.ts";
import { adapt } from "./adapt.ts";

const LOU_UUID = "dfb83a479bf3469583e7bdc34c28fa4e";

const world = useWorld();

/** An address of each route of a service, for a player. */
const addressesOf = (service: CompatService, id: string) =>
  Object.entries(schemeOf(service).routes).map(([route, { path }]) => {
    const target = route.replace(":id", id).replace(":size", "64").replace(":any", "default");
    const joint = target.includes("?") ? "&" : "?";
    const query = route.includes(":id") ? "" : `${joint}uuid=${id}`;
    return [`/compat/${service}/${target}${query}`, path] as const;
  });

/** The services with images. */
const drawing = compatServices.filter((service) => addressesOf(service, LOU_UUID).length > 0);

describe("an address of another service", () => {
  it.each(drawing)("is a PNG of the player: %s", async (service) => {
    for (const [target, path] of addressesOf(service, LOU_UUID)) {
      for (const method of ["GET", "HEAD"]) {
        const reply = await world.request(target, { method });
        expect([target, reply.status]).toEqual([target, 200]);
        expect(reply.headers, target).toMatchObject({
          "content-type": "image/png",
          "x-texture-source": "player",
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
        });
        expect(reply.headers["location"], target).toBeUndefined();
        if (method === "HEAD") expect(reply.body, target).toBeNull();
        else if (path !== "/skin") {
          expect((await decodeImage(reply.bytes)).height, target).toBeGreaterThan(7);
        }
      }
    }
  });

  it.each(drawing)(
    "shows a default skin for an unknown player, or is an error as there, but shows no cape: %s",
    async (service) => {
      const errors = { visage: 400, nmsr: 404, discordsrv: 404, starlight: 404 };
      const missing = new Map(Object.entries(errors)).get(service);
      for (const [target, path] of addressesOf(service, "nobody_at_all")) {
        const { status, headers } = await world.request(target);
        if (path === "/cape" || missing !== undefined) {
          const isAllowed = headers["access-control-allow-origin"];
          expect([target, status, isAllowed]).toEqual([target, missing ?? 404, "*"]);
          continue;
        }
        const image = [headers["content-type"], headers["x-texture-source"]];
        expect([target, status, ...image]).toEqual([target, 200, "image/png", "default"]);
      }
    },
  );

  it("sends no request for identifiers that no account can have", async () => {
    const ownWorld = await openWorld();
    await ownWorld.request(`/head?texture=${namedDefaultSkin("steve").hash}`);
    ownWorld.sandbox.control.clearCalls();
    for (const [id, source] of [
      ["Console", "default"],
      ["MHF_Steve", "default"],
      ["Steve", "default"],
      ["char", "default"],
      ["", "placeholder"],
      ["%7Btexture%7D", "placeholder"],
      ["00000000-0000-0000-0000-000000000000", "placeholder"],
      ["5d1f7c3a-9b2e-2f60-a8d4-c7e2b1903f56", "placeholder"],
      ["f78a4d8d-d51b-4b39-98a3-230f2de0c670", "placeholder"],
      ["1a2b3c4d5e6f7a8b", "placeholder"],
    ] as const) {
      const reply = await ownWorld.request(`/compat/mc-heads/avatar/${id}/128.png`);
      expect([id, reply.status, reply.headers["x-texture-source"]]).toEqual([id, 200, source]);
    }
    expect(ownWorld.sandbox.control.calls().counts).toEqual({});
    // The game chooses a default by the UUID of an offline server.
    const offline = await ownWorld.request(
      "/compat/mc-heads/avatar/b50ad385-829d-3141-a216-7e7d7539ba7f",
    );
    expect([offline.status, offline.headers["x-texture-source"]]).toEqual([200, "default"]);
    expect(ownWorld.sandbox.control.count("mojang-session.*")).toBe(0);
  });

  it.each([
    ["/compat/crafthead/helm/00000000000000000009ef8cd7ec7b04/128"],
    ["/compat/crafthead/helm/.Mossy_Minnow/128"],
    ["/compat/crafthead/helm/Mossy+Minnow/128"],
    ["/compat/crafthead/helm/Mossy%20Minnow/128"],
    ["/compat/crafthead/helm/*Mossy%20Minnow/128"],
    [
      "/compat/tydium/v1/players/skin?uuid=00000000-0000-0000-0009-ef8cd7ec7b04&type=avatar&size=128",
    ],
  ])("%s is the head of a Bedrock player", async (target) => {
    const native = await world.request("/head?username=.Mossy_Minnow&size=128");
    const reply = await world.request(target);
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([200, "player"]);
    expect(reply.bytes).toEqual(native.bytes);
  });

  it("shows what the native request shows", async () => {
    for (const [alias, native] of [
      [
        "/compat/crafthead/avatar/Lantern_Lou/24.png",
        "/head?username=Lantern_Lou&size=24&overlay=false",
      ],
      ["/compat/mc-heads/head/Lantern_Lou/128", "/head?username=Lantern_Lou&view=iso&size=128"],
      ["/compat/crafatar/skins/Lantern_Lou", "/skin?username=Lantern_Lou"],
      ["/compat/crafatar/capes/Lantern_Lou", "/cape?username=Lantern_Lou"],
    ] as const) {
      const [one, other] = [await world.request(alias), await world.request(native)];
      expect(one.bytes).toEqual(other.bytes);
      expect(one.headers["etag"]).toBe(other.headers["etag"]);
      const again = await world.request(alias, { ifNoneMatch: one.headers["etag"] ?? "" });
      expect(again.status).toBe(304);
    }
  });

  it("is kept once, however many random parameters it is requested with", async () => {
    const { responses } = world.services.api;
    const target = "/compat/minotar/avatar/Lantern_Lou/64";
    await world.request(`/head?username=Lantern_Lou`);
    await world.request(`${target}?randomuuid=0`);
    const { entries } = responses.size();
    for (let random = 1; random < 20; random++)
      await world.request(`${target}?randomuuid=${random}`);
    expect(responses.size().entries).toBe(entries);
    expect(responses.find(`${target}?randomuuid=1`)).toBeUndefined();
    await world.request(target);
    await world.request(`/compat/minotar/avatar/Lantern_Lou/65`);
    expect(responses.find("/compat/minotar/avatar/Lantern_Lou/65")).toBeDefined();
  });

  it("keeps its default skins apart from the errors of /skin", async () => {
    const alias = await world.request("/compat/crafthead/skin/nobody_at_all");
    const native = await world.request("/skin?username=nobody_at_all&default=auto");
    expect([alias.status, native.status]).toEqual([200, 404]);
    expect((await world.request("/compat/crafthead/skin/nobody_at_all")).status).toBe(200);
  });

  it.each([
    "avatar/%3Cnobody%3E",
    "avatar/{uuid}/64.png",
    "helm/a name that is much too long for anybody at all",
    "skin/%25uuid%25.svg",
  ])("is nobody's for a minute at most: %s", async (path) => {
    const target = `/compat/crafthead/${encodeURI(decodeURI(path))}`;
    for (let time = 0; time < 3; time++) {
      const reply = await world.request(target);
      expect([reply.status, reply.headers["x-texture-source"]]).toEqual([200, "placeholder"]);
      const [, seconds = "never"] =
        /^public, max-age=(\d+)$/.exec(reply.headers["cache-control"] ?? "") ?? [];
      expect(Number(seconds)).toBeLessThanOrEqual(60);
    }
    const asked = await world.request("/compat/crafthead/avatar/MHF_Steve");
    expect(asked.headers["x-texture-source"]).toBe("default");
  });

  it("is a 502 with an image, never a default, while a provider fails", async () => {
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const reply = await ownWorld.request("/compat/crafthead/helm/Lantern_Lou/128");
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([502, "placeholder"]);
    expect(reply.headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "no-store",
    });
  });

  it("makes one set of calls for one player, whoever's address is used", async () => {
    const ownWorld = await openWorld();
    const ofSkins = compatServices
      .flatMap((service) => addressesOf(service, LOU_UUID))
      .filter(([, path]) => path !== "/cape");
    await Promise.all(ofSkins.map(([target]) => ownWorld.request(target)));
    expect(ownWorld.sandbox.control.calls().counts).toEqual({
      "mojang-session.profile": 1,
      // The skin, and the cape that some draw with it.
      "mojang-textures.texture": 2,
    });
  });

  it.each([
    "/compat",
    "/compat/",
    "/compat/nobody/helm/x",
    "/compat/crafthead/nothing/x",
    "/compat/crafthead",
  ])("that does not exist is a 404 of the API: %s", async (target) => {
    const reply = await world.request(target);
    expect([reply.status, reply.json()["code"]]).toEqual([404, "ROUTE_NOT_FOUND"]);
  });
});

describe("addresses at the root", () => {
  const hosts = new Map<string, CompatService>([
    ["heads.example.org", "crafthead"],
    ["face.example.org", "visage"],
  ]);
  const mount = (target: string, host?: string, root?: CompatService) =>
    adapt(target, host, { mounts: { hosts, root } })?.url ?? target;

  it.each([
    ["/helm/Lou/64?x=1", "heads.example.org", "/compat/crafthead/helm/Lou/64?x=1"],
    ["/helm/Lou", "WWW.heads.example.org:8080", "/compat/crafthead/helm/Lou"],
    ["/helm/Lou", "heads.example.org.", "/compat/crafthead/helm/Lou"],
    ["/helm/Lou", "heads.example.org.:8080", "/compat/crafthead/helm/Lou"],
    ["//helm/Lou", "heads.example.org", "/compat/crafthead//helm/Lou"],
    ["/head/64/Lou", "face.example.org", "/compat/visage/head/64/Lou"],
    ["/head/64/Lou", "heads.example.org", "/head/64/Lou"],
    ["/helm/Lou", "other.example.org", "/helm/Lou"],
    ["/helm/Lou", undefined, "/helm/Lou"],
    ["/head?username=Lou", "face.example.org", "/head?username=Lou"],
    ["/en/docs", "heads.example.org", "/en/docs"],
    ["/", "heads.example.org", "/"],
  ])("%s at %s is %s", (target, host, expected) => {
    expect(mount(target, host)).toBe(expected);
  });

  it("belong to one service on hosts that have none of their own", () => {
    expect(mount("/avatars/x", "any.example.org", "crafatar")).toBe("/compat/crafatar/avatars/x");
    expect(mount("/helm/x", "heads.example.org", "crafatar")).toBe("/compat/crafthead/helm/x");
    expect(mount("/api/health", undefined, "crafatar")).toBe("/api/health");
    expect(mount("/compat/helm", undefined, "discordsrv")).toBe("/compat/helm");
  });

  it("are answered by the server as those under /compat are", async () => {
    const ownWorld = await openWorld();
    const front = await openFront(ownWorld, { mounts: { hosts, root: undefined } });
    const native = await fetch(`${front.url}/head?username=Lantern_Lou&size=64`);
    const bytes = new Uint8Array(await native.arrayBuffer());
    for (const host of ["heads.example.org", "www.heads.example.org:3000"]) {
      const got = await rawGet(front.url, "/helm/Lantern_Lou/64", host);
      expect([got.status, got.type, Buffer.compare(got.body, bytes)]).toEqual([
        200,
        "image/png",
        0,
      ]);
    }
    const elsewhere = await rawGet(front.url, "/head/64/Lantern_Lou", "heads.example.org");
    expect(elsewhere.status).toBe(400);
  });

  it("are chosen by Host, and by no header that stands beside it", async () => {
    const ownWorld = await openWorld();
    const mounts = { hosts, root: undefined };
    for (const trustedHops of [0, 1]) {
      const front = await openFront(ownWorld, { mounts, trustedHops });
      const claims = {
        "x-forwarded-host": "heads.example.org",
        "x-original-host": "heads.example.org",
        forwarded: "host=heads.example.org",
      };
      const claimed = await rawGet(front.url, "/helm/Lantern_Lou/64", "nametag.example", claims);
      expect(claimed).toMatchObject({ status: 200, body: Buffer.from("a page") });
      const others = { "x-forwarded-host": "nametag.example", "x-forwarded-proto": "https" };
      const head = await rawGet(front.url, "/helm/Lantern_Lou/64", "heads.example.org", others);
      expect([head.status, head.type]).toEqual([200, "image/png"]);
    }
  });
});

/** A request with a Host header of its own, which `fetch` does not send. */
function rawGet(url: string, path: string, host: string, others: Record<string, string> = {}) {
  return new Promise<{ status: number; type: string | undefined; body: Buffer }>(
    (resolve, reject) => {
      const request = httpRequest(
        new URL(path, url),
        { headers: { host, ...others } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.once("end", () => {
            const { statusCode = 0, headers } = response;
            resolve({
              status: statusCode,
              type: headers["content-type"],
              body: Buffer.concat(chunks),
            });
          });
        },
      );
      request.once("error", reject);
      request.end();
    },
  );
}
