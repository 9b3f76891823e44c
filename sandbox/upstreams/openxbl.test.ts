import { expect, it } from "vitest";
import { openSandbox, xuidOf } from "../sandbox.fixture.ts";

const sandbox = await openSandbox();
const ask = (path: string, headers: Record<string, string> = { "x-authorization": "a-key" }) =>
  fetch(`${sandbox.url}/openxbl/api/v2${path}`, { headers });
const xuid = xuidOf("Hermit Hazel");

it.each([`/account/${xuid}`, "/friends/search?gt=hermit%20hazel"])(
  "wraps a profile: %s",
  async (path) => {
    const response = await ask(path);
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
  const response = await ask("/search/Hermit%20Hazel");
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
])("sends status 200 for a miss, with the real code inside: %s", async (path, code, inner) => {
  const response = await ask(path);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ code, content: { code: inner } });
});

it("requires a key", async () => {
  expect((await ask(`/account/${xuid}`, {})).status).toBe(401);
});

it("is throttled with status 200 and code 429", async () => {
  sandbox.control.fault({ route: "openxbl.*", fault: { kind: "throttle" }, times: 1 });
  const response = await ask(`/account/${xuid}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("x-ratelimit-remaining")).toBe("0");
  expect(await response.json()).toMatchObject({ code: 429 });
});
