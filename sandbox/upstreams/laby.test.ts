import { describe, expect, it } from "vitest";
import { openSandbox, uuidOf } from "../sandbox.fixture.ts";

const sandbox = await openSandbox();
const ask = (path: string) => fetch(`${sandbox.url}/laby/api/v3/user/${path}`);

describe("{uuid}/profile", () => {
  it("lists names under the new keys, a hidden one as a dash", async () => {
    const response = await ask(`${uuidOf("Marigold_Moth")}/profile`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-/),
      name: "Marigold_Moth",
      name_history: [
        { name: "Larva_Lena", changed_at: null, accurate: false, last_seen_at: null },
        { name: "-", changed_at: "2019-04-02T10:15:30+00:00", accurate: true },
        { name: "Cocoon_Cora", changed_at: "2020-08-19T07:00:00+02:00", accurate: true },
        { name: "Marigold_Moth", changed_at: "2023-05-01T12:00:00+00:00", accurate: true },
      ],
      textures: { SKIN: [expect.anything()], CAPE: [] },
    });
  });

  it("lists names under the old keys, a hidden one as a full-width dash", async () => {
    const response = await ask(`${uuidOf("Sir_Reginald")}/profile`);
    expect(await response.json()).toMatchObject({
      username: "Sir_Reginald",
      username_history: [
        { username: "xX_Reggie_Xx", changed_at: null },
        { username: "－", changed_at: "2018-12-24T23:59:59+00:00" },
        { username: "Sir_Reginald", changed_at: "2022-02-22T22:22:22+00:00" },
      ],
      textures: { CLOAK: [] },
    });
  });

  it("adds a new name after a rename", async () => {
    const uuid = uuidOf("Tinker_Tess");
    expect((await ask(`${uuid}/profile`)).status).toBe(404);
    sandbox.control.change(uuid, { name: "Tinker_Tessa" });
    const body = (await (await ask(`${uuid}/profile`)).json()) as { name_history: unknown[] };
    expect(body.name_history).toMatchObject([
      { name: "Tinker_Tess", changed_at: null },
      { name: "Tinker_Tessa", changed_at: expect.stringMatching(/^\d{4}-/) },
    ]);
  });
});

it("gives the names alone", async () => {
  expect(await (await ask(`${uuidOf("NameHopper")}/names`)).json()).toHaveLength(7);
});

it("gives the UUID of a name", async () => {
  expect(await (await ask("namehopper/uniqueId")).json()).toMatchObject({ username: "NameHopper" });
});

it.each([
  ["a player it has no history of", `${uuidOf("Bea")}/profile`, 404, { error: "user_not_found" }],
  ["what is not a UUID", "Bea/profile", 400, { error: "invalid_uuid" }],
])("refuses %s", async (_, path, status, body) => {
  const response = await ask(path);
  expect([response.status, await response.json()]).toEqual([status, body]);
});
