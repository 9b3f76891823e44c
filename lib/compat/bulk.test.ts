import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { CompatService } from "../configuration/compat-services.ts";
import { openFront, useFront } from "../../testing/served.ts";
import { LOU, withWorld, useWorld } from "../../testing/world.ts";

const TESS = "a9a041d770424d1bbe1e5c603300460c";
const PATHS = ["profiles/minecraft", "minecraft/profile/lookup/bulk/byname"];

const world = useWorld();
const hosts = new Map<string, CompatService>([["127.0.0.1", "mojang"]]);
const front = useFront(world, { mounts: { hosts, root: undefined } });

const post = (body: string, path = PATHS[0] ?? "") =>
  world.request(`/compat/mojang/${path}`, { method: "POST", body });
const names = (...list: string[]) => JSON.stringify(list);

describe.each(PATHS)("POST %s", (path) => {
  it("gives the accounts that it finds, once each", async () => {
    const body = names("lantern_lou", "nobody_at_all", "Tinker_Tess", "LANTERN_LOU");
    const reply = await post(body, path);
    expect([reply.status, reply.json()]).toEqual([
      200,
      [
        { id: LOU, name: "Lantern_Lou" },
        { id: TESS, name: "Tinker_Tess" },
      ],
    ]);
    expect(reply.headers).toMatchObject({
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
    });
  });

  it("takes what stands around a name or the list for no part of it", async () => {
    const body = `\u{FEFF}${names("\tLantern_Lou\n", "lantern_lou\u200B")}`;
    const reply = await fetch(`${front.url}/${path}`, { method: "POST", body });
    expect([reply.status, await reply.json()]).toEqual([200, [{ id: LOU, name: "Lantern_Lou" }]]);
  });

  it.each([
    ["nothing", "", "BAD_REQUEST", "Failed to read the request"],
    ["half a list", '["Lou"', "BAD_REQUEST", "Failed to read the request"],
    ["an object", '{"names":["Lou"]}', "BAD_REQUEST", "Failed to read the request"],
    ["numbers", "[1,2]", "BAD_REQUEST", "Failed to read the request"],
    ["null", "null", "BAD_REQUEST", "Failed to read the request"],
    ["no names", "[]", "CONSTRAINT_VIOLATION", "getProfileName.profileNames: must not be empty"],
    [
      "eleven names",
      names(...Array.from({ length: 11 }, (_, at) => `Name_${at}`)),
      "CONSTRAINT_VIOLATION",
      "getProfileName.profileNames: size must be between 0 and 10",
    ],
    [
      "a bad name",
      names("Lantern_Lou", "not a name"),
      "CONSTRAINT_VIOLATION",
      "getProfileName.profileNames[1].<list element>: Invalid profile name",
    ],
  ])("refuses %s", async (_, body, error, errorMessage) => {
    const reply = await post(body, path);
    expect([reply.status, reply.json()]).toEqual([400, { path: `/${path}`, error, errorMessage }]);
  });

  it.each(["GET", "HEAD", "PUT", "DELETE"])("is not for %s", async (method) => {
    const reply = await world.request(`/compat/mojang/${path}`, { method });
    expect([reply.status, reply.headers["allow"]]).toEqual([405, "POST, OPTIONS"]);
  });

  it("may be sent by pages of other sites", async () => {
    const reply = await world.request(`/compat/mojang/${path}`, { method: "OPTIONS" });
    expect(reply.headers["access-control-allow-methods"]).toBe("POST, OPTIONS");
  });

  it("is read from a connection, at /compat and at the root of a host", async () => {
    for (const url of [`${front.url}/compat/mojang/${path}`, `${front.url}/${path}`]) {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body: names("Lantern_Lou") });
      expect([response.status, await response.json()]).toEqual([
        200,
        [{ id: LOU, name: "Lantern_Lou" }],
      ]);
    }
  });
});

it("is a 502, not a shorter list, while a provider fails", () =>
  withWorld(async (ownWorld) => {
    const warm = await ownWorld.request("/api?username=Lantern_Lou&type=java");
    expect(warm.status).toBe(200);
    ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const reply = await ownWorld.request("/compat/mojang/profiles/minecraft", {
      method: "POST",
      body: names("Lantern_Lou", "Tinker_Tess"),
    });
    expect([reply.status, reply.json()["code"]]).toEqual([502, "BAD_GATEWAY"]);
  }));

it("requests all names from the name service at once", () =>
  withWorld(async (ownWorld) => {
    const body = names("Lantern_Lou", "Tinker_Tess", "QuietQuill", "Midnight_Mei");
    await ownWorld.request("/compat/mojang/profiles/minecraft", { method: "POST", body });
    const { counts } = ownWorld.sandbox.control.calls();
    expect(counts["mojang-session.profile"]).toBe(4);
    expect((counts["mojang-api.bulk"] ?? 0) + (counts["mojang-api.name"] ?? 0)).toBeLessThan(4);
  }));

it("does not read a body that is too long", async () => {
  const body = names("x".repeat(5_000));
  const response = await fetch(`${front.url}/compat/mojang/profiles/minecraft`, {
    method: "POST",
    body,
  });
  expect([response.status, await response.json()]).toEqual([
    413,
    { path: "/profiles/minecraft", error: "PAYLOAD_TOO_LARGE" },
  ]);
});

it("lives on when a body is broken off", async () => {
  const socket = connect(front.port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  const head = "POST /profiles/minecraft HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 40\r\n\r\n";
  await new Promise((resolve) => socket.write(`${head}["Lantern`, resolve));
  socket.resetAndDestroy();
  const response = await fetch(`${front.url}/users/profiles/minecraft/Lantern_Lou`);
  expect(await response.json()).toEqual({ id: LOU, name: "Lantern_Lou" });
});

it("answers an unknown session over a connection with nothing", async () => {
  const url = `${front.url}/session/minecraft/profile/b50ad385829d3141a2167e7d7539ba7f`;
  for (const method of ["GET", "GET", "HEAD"]) {
    const response = await fetch(url, { method });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(response.headers.get("content-length")).toBeNull();
  }
});

it("leaves pages to a host whose service takes names at the root", () =>
  withWorld(async (ownWorld) => {
    const at = await openFront(ownWorld, { mounts: { hosts: new Map(), root: "mowojang" } });
    const textOf = async (path: string) => (await fetch(`${at.url}${path}`)).text();
    expect(await textOf("/Lantern_Lou")).toBe(JSON.stringify({ id: LOU, name: "Lantern_Lou" }));
    for (const path of ["/", "/docs", "/en", "/robots.txt"]) {
      expect(await textOf(path)).toBe("a page");
    }
  }));
