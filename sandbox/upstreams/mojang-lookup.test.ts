import { describe, expect, it } from "vitest";
import { openSandbox, uuidOf } from "../sandbox.fixture.ts";

const sandbox = await openSandbox();
const LOU = { id: "dfb83a479bf3469583e7bdc34c28fa4e", name: "Lantern_Lou" };
const QUILL = { id: uuidOf("QuietQuill"), name: "QuietQuill" };

describe.each([
  ["mojang-api", "/minecraft/profile/lookup/name"],
  ["mojang-legacy", "/minecraft/profile/lookup/name"],
  ["mojang-legacy", "/users/profiles/minecraft"],
])("%s%s/{name}", (upstream, path) => {
  const ask = (name: string) => fetch(`${sandbox.url}/${upstream}${path}/${name}`);

  it("finds a name in any case and gives it in its own", async () => {
    const response = await ask("lantern_LOU");
    expect(response.status).toBe(200);
    expect(response.headers.get("x-minecraft-rate-limit-result")).toBe("UNDER_LIMIT");
    expect(await response.json()).toEqual(LOU);
  });

  it("prints JSON with spaces around colons", async () => {
    const text = await (await ask("Lantern_Lou")).text();
    expect(text).toBe(`{\n  "id" : "${LOU.id}",\n  "name" : "Lantern_Lou"\n}`);
  });

  it("responds 404 without an error code to an unknown name", async () => {
    const response = await ask("Unknown_Name");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      path: `${path}/Unknown_Name`,
      errorMessage: "Couldn't find any profile with name Unknown_Name",
    });
  });

  it("responds 404 to the former name of a renamed player", async () => {
    expect((await ask("Larva_Lena")).status).toBe(404);
    expect((await ask("Marigold_Moth")).status).toBe(200);
  });

  it.each([
    ["two words", "two%20words", "getProfileName.name: Invalid profile name"],
    ["not Latin", "%D0%9F%D0%B5%D0%BD%D1%8C", "getProfileName.name: Invalid profile name"],
    [
      "26 characters",
      "abcdefghijklmnopqrstuvwxyz",
      "getProfileName.name: Invalid profile name, getProfileName.name: size must be between 1 and 25",
    ],
    [
      "nothing",
      "",
      "getProfileName.name: Invalid profile name, getProfileName.name: size must be between 1 and 25",
    ],
  ])("refuses %s", async (_, name, errorMessage) => {
    const response = await ask(name);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      path: `${path}/${name}`,
      error: "CONSTRAINT_VIOLATION",
      errorMessage,
    });
  });

  it.each(["Q", "Zz", "glum-stork", ".Leaf", "dot.dot.dash", "__proto__", "null", "007700"])(
    "knows the odd old name %s",
    async (name) => {
      expect(await (await ask(name)).json()).toMatchObject({ name });
    },
  );

  it("is throttled with nothing but a path", async () => {
    const disarm = sandbox.control.fault({
      route: `${upstream}.name`,
      fault: { kind: "throttle" },
    });
    const response = await ask("Lantern_Lou");
    disarm();
    expect(response.status).toBe(429);
    expect(response.headers.get("x-minecraft-rate-limit-result")).toBe("OVER_LIMIT");
    expect(response.headers.get("retry-after")).toBe(null);
    expect(await response.json()).toEqual({ path: `${path}/Lantern_Lou` });
  });
});

describe.each([
  ["mojang-api", "/minecraft/profile/lookup/bulk/byname"],
  ["mojang-legacy", "/minecraft/profile/lookup/bulk/byname"],
  ["mojang-legacy", "/profiles/minecraft"],
])("%s%s", (upstream, path) => {
  const ask = (body: unknown, type = "application/json") =>
    fetch(`${sandbox.url}/${upstream}${path}`, {
      method: "POST",
      headers: { "content-type": type },
      body: JSON.stringify(body),
    });

  it("gives those it finds, once each and in its own order", async () => {
    const response = await ask(["lantern_lou", "Unknown_Name", "QUIETQUILL", "Lantern_Lou"]);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([QUILL, LOU].toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  });

  it("gives an empty list when it finds no player", async () => {
    expect(await (await ask(["Unknown_Name"])).json()).toEqual([]);
  });

  it.each([
    ["no names", [], "getProfileName.profileNames: must not be empty"],
    [
      "eleven names",
      Array.from({ length: 11 }, (_, at) => `Name_${at}`),
      "getProfileName.profileNames: size must be between 0 and 10",
    ],
    [
      "one bad name among good ones",
      ["Lantern_Lou", "not a name"],
      "getProfileName.profileNames[1].<list element>: Invalid profile name",
    ],
    [
      "one name too long",
      ["abcdefghijklmnopqrstuvwxyz"],
      "getProfileName.profileNames[0].<list element>: size must be between 1 and 25, getProfileName.profileNames[0].<list element>: Invalid profile name",
    ],
  ])("refuses %s", async (_, names, errorMessage) => {
    const response = await ask(names);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ path, error: "CONSTRAINT_VIOLATION", errorMessage });
  });

  it("refuses anything but JSON", async () => {
    expect((await ask(["Lantern_Lou"], "text/plain")).status).toBe(415);
    expect((await ask({ names: ["Lantern_Lou"] })).status).toBe(400);
  });
});

describe.each([
  ["mojang-api", "/minecraft/profile/lookup"],
  ["mojang-legacy", "/minecraft/profile/lookup"],
  ["mojang-legacy", "/user/profile"],
])("%s%s/{uuid}", (upstream, path) => {
  const ask = (uuid: string) => fetch(`${sandbox.url}/${upstream}${path}/${uuid}`);

  it.each([LOU.id, "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e", LOU.id.toUpperCase()])(
    "finds %s",
    async (uuid) => {
      expect(await (await ask(uuid)).json()).toEqual(LOU);
    },
  );

  it("responds 404 to an unknown UUID", async () => {
    const response = await ask("0123456789ab4def8123456789abcdef");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: "NOT_FOUND", errorMessage: "Not Found" });
  });

  it("refuses what is not a UUID", async () => {
    const response = await ask("Lantern_Lou");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errorMessage: "Not a valid UUID: Lantern_Lou" });
  });
});

it("has no name history any more", async () => {
  const response = await fetch(`${sandbox.url}/mojang-legacy/user/profiles/${LOU.id}/names`);
  expect(response.status).toBe(404);
});
