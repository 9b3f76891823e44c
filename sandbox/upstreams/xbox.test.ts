import { describe, expect, it } from "vitest";
import { openSandbox, xuidOf } from "../sandbox.fixture.ts";

const sandbox = await openSandbox();
const SIGNED_IN = {
  authorization: "XBL3.0 x=1234567890;a.token",
  "x-xbl-contract-version": "2",
};
const get = (path: string, init: RequestInit = {}) =>
  fetch(`${sandbox.url}/xbox${path}`, { headers: SIGNED_IN, ...init });
const biscuit = xuidOf("Biscuit4821");
const hermit = xuidOf("Hermit Hazel");
const NO_DATA = {
  code: 28,
  source: "Profile",
  description: "The server found no data for the requested entity.",
  traceInformation: null,
};

describe.each([
  ["gt", "BISCUIT4821"],
  ["xuid", biscuit],
])("users/%s(%s)", (kind, value) => {
  it("returns the requested settings and no others", async () => {
    const settings = "Gamertag,UniqueModernGamertag,NoSuchSetting";
    const response = await get(`/users/${kind}(${value})/profile/settings?settings=${settings}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      profileUsers: [
        {
          id: biscuit,
          hostId: biscuit,
          settings: [
            { id: "Gamertag", value: "Biscuit4821" },
            { id: "UniqueModernGamertag", value: "Biscuit#4821" },
          ],
          isSponsoredUser: false,
        },
      ],
    });
  });
});

it("knows players unknown to Geyser", async () => {
  const response = await get("/users/gt(Hermit%20Hazel)/profile/settings?settings=Gamertag");
  expect(await response.json()).toMatchObject({ profileUsers: [{ id: hermit }] });
});

it.each([
  ["an unknown gamertag", "gt(Unknown%20Name)", 404, NO_DATA],
  ["an unknown XUID", "xuid(2666666666666666)", 400, { code: 59 }],
  ["an XUID that is none", "xuid(abc)", 400, { code: 2 }],
  ["an empty gamertag", "gt()", 400, { code: 2 }],
])("rejects %s", async (_, who, status, body) => {
  const response = await get(`/users/${who}/profile/settings?settings=Gamertag`);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(body);
});

describe("users/batch", () => {
  const post = (body: unknown) =>
    get("/users/batch/profile/settings", { method: "POST", body: JSON.stringify(body) });

  it("returns several players at once", async () => {
    const response = await post({ userIds: [biscuit, hermit], settings: ["Gamertag"] });
    expect(await response.json()).toMatchObject({
      profileUsers: [
        { id: biscuit, settings: [{ id: "Gamertag", value: "Biscuit4821" }] },
        { id: hermit, settings: [{ id: "Gamertag", value: "Hermit Hazel" }] },
      ],
    });
  });

  it("fails for all when one is wrong, and names it", async () => {
    const response = await post({ userIds: [biscuit, "17"], settings: ["Gamertag"] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ description: "The xuid 17 is not valid." });
  });

  it("rejects an empty list", async () => {
    expect((await post({ userIds: [], settings: ["Gamertag"] })).status).toBe(400);
  });
});

it.each([
  ["without a token", {}, 401],
  ["with a token of another kind", { ...SIGNED_IN, authorization: "Bearer x" }, 401],
  ["without a contract version", { authorization: SIGNED_IN.authorization }, 400],
])("rejects requests %s", async (_, headers, status) => {
  const path = "/users/gt(Biscuit4821)/profile/settings?settings=Gamertag";
  expect((await get(path, { headers })).status).toBe(status);
});

it("is throttled with a count and a time", async () => {
  sandbox.control.fault({ route: "xbox.gamertag", fault: { kind: "throttle" }, times: 1 });
  const response = await get("/users/gt(Biscuit4821)/profile/settings");
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("15");
  expect(await response.json()).toEqual({
    version: 1,
    currentRequests: 11,
    maxRequests: 10,
    periodInSeconds: 15,
    limitType: "Rate",
  });
});

const getOpenXbl = (
  path: string,
  headers: Record<string, string> = { "x-authorization": "a-key" },
) => fetch(`${sandbox.url}/openxbl/api/v2${path}`, { headers });
const xuid = xuidOf("Hermit Hazel");

it.each([`/account/${xuid}`, "/friends/search?gt=hermit%20hazel"])(
  "wraps a profile: %s",
  async (path) => {
    const response = await getOpenXbl(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-ratelimit-limit")).toBe("150");
    expect(await response.json()).toMatchObject({
      code: 200,
      content: {
        profileUsers: [
          {
            id: xuid,
            settings: expect.arrayContaining([{ id: "Gamertag", value: "Hermit Hazel" }]),
          },
        ],
      },
    });
  },
);

it("wraps a list of people", async () => {
  const response = await getOpenXbl("/search/Hermit%20Hazel");
  expect(await response.json()).toMatchObject({
    code: 200,
    content: { people: [{ xuid, gamertag: "Hermit Hazel" }] },
  });
});

it.each([
  ["/account/2666666666666666", 400, 59],
  ["/account/abc", 400, 2],
  ["/friends/search?gt=Unknown", 404, 28],
  ["/search/Unknown", 404, 28],
])(
  "sends status 200 for an unknown player, with the real code inside: %s",
  async (path, code, inner) => {
    const response = await getOpenXbl(path);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ code, content: { code: inner } });
  },
);

it("requires a key", async () => {
  expect((await getOpenXbl(`/account/${xuid}`, {})).status).toBe(401);
});

it("is throttled with status 200 and code 429", async () => {
  sandbox.control.fault({ route: "openxbl.*", fault: { kind: "throttle" }, times: 1 });
  const response = await getOpenXbl(`/account/${xuid}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("x-ratelimit-remaining")).toBe("0");
  expect(await response.json()).toMatchObject({ code: 429 });
});
