import { describe, expect, it } from "vitest";
import { read, useSandbox, xuidOf } from "../sandbox.fixture.ts";

const sandbox = useSandbox();
const SIGNED_IN = {
  authorization: "XBL3.0 x=1234567890;a.token",
  "x-xbl-contract-version": "2",
};
const get = (path: string, init: RequestInit = {}) =>
  read(fetch(`${sandbox.url}/xbox/users/${path}`, { headers: SIGNED_IN, ...init }));
const biscuit = xuidOf("Biscuit4821");
const hermit = xuidOf("HermitHazel");
const NO_DATA = {
  code: 28,
  source: "Profile",
  description: "The server found no data for the requested entity.",
  traceInformation: null,
};

it.each([`gt(BISCUIT4821)`, `xuid(${biscuit})`])(
  "returns the requested settings of %s and no others",
  async (who) => {
    const names = "Gamertag,UniqueModernGamertag,NoSuchSetting";
    const settings = [
      { id: "Gamertag", value: "Biscuit4821" },
      { id: "UniqueModernGamertag", value: "Biscuit#4821" },
    ];
    expect(await get(`${who}/profile/settings?settings=${names}`)).toEqual([
      200,
      { profileUsers: [{ id: biscuit, hostId: biscuit, settings, isSponsoredUser: false }] },
    ]);
  },
);

it.each([
  ["a player unknown to Geyser", "gt(HermitHazel)", 200, { profileUsers: [{ id: hermit }] }],
  ["an unknown gamertag", "gt(Unknown%20Name)", 404, NO_DATA],
  ["an unknown XUID", "xuid(2666666666666666)", 400, { code: 59 }],
  ["an XUID that is none", "xuid(abc)", 400, { code: 2 }],
  ["an empty gamertag", "gt()", 400, { code: 2 }],
])("responds to %s", async (_, who, ...expected) => {
  expect(await get(`${who}/profile/settings?settings=Gamertag`)).toMatchObject(expected);
});

it.each([
  [
    "returns several players at once",
    [biscuit, hermit],
    200,
    {
      profileUsers: [
        { id: biscuit, settings: [{ id: "Gamertag", value: "Biscuit4821" }] },
        { id: hermit, settings: [{ id: "Gamertag", value: "HermitHazel" }] },
      ],
    },
  ],
  [
    "fails for all when one is wrong, and names it",
    [biscuit, "17"],
    400,
    { description: "The xuid 17 is not valid." },
  ],
  ["rejects an empty list", [], 400, {}],
])("a batch %s", async (_, userIds, ...expected) => {
  const body = JSON.stringify({ userIds, settings: ["Gamertag"] });
  expect(await get("batch/profile/settings", { method: "POST", body })).toMatchObject(expected);
});

it.each([
  ["without a token", {}, 401],
  ["with a token of another kind", { ...SIGNED_IN, authorization: "Bearer x" }, 401],
  ["without a contract version", { authorization: SIGNED_IN.authorization }, 400],
])("rejects requests %s", async (_, headers, status) => {
  const path = "gt(Biscuit4821)/profile/settings?settings=Gamertag";
  expect((await get(path, { headers }))[0]).toBe(status);
});

describe("OpenXBL", () => {
  const request = (path: string, headers: Record<string, string>) =>
    read(fetch(`${sandbox.url}/openxbl/api/v2${path}`, { headers }));
  const settings = expect.arrayContaining([{ id: "Gamertag", value: "HermitHazel" }]);

  it.each([
    [`/account/${hermit}`, 200, { profileUsers: [{ id: hermit, settings }] }],
    ["/search/hermitHAZEL", 200, { people: [{ xuid: hermit, gamertag: "HermitHazel" }] }],
    ["/account/2666666666666666", 400, { code: 59 }],
    ["/account/abc", 400, { code: 2 }],
    ["/search/Unknown", 404, { code: 28 }],
  ])("sends status 200 with the real code inside: %s", async (path, code, content) => {
    const expected = [200, { code, content }];
    expect(await request(path, { "x-authorization": "a-key" })).toMatchObject(expected);
  });

  it("requires a key", async () => {
    expect((await request(`/account/${hermit}`, {}))[0]).toBe(401);
  });
});
