import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { HERMIT, HERMIT_XUID, NOBODY_XUID, soon, useProviders } from "../../testing/providers.ts";
import { UpstreamFailure } from "./failure.ts";

const { control, providers } = useProviders();

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  ({
    kind: "status",
    status,
    body: JSON.stringify(body),
    headers,
    contentType: "application/json; charset=utf-8",
  }) as const;

/** Kind of the failure of a request, and the pause that it names. */
async function endOf(request: Promise<unknown>) {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return [error.kind, error.retryAfterSeconds];
  }
}

const LIMIT = {
  version: 1,
  currentRequests: 31,
  maxRequests: 30,
  periodInSeconds: 300,
  limitType: "Rate",
};

/** The forms of a throttled body at OpenXBL. */
const FORMS: [string, unknown, number | undefined][] = [
  ["Xbox Live's own", LIMIT, 300],
  ["flat", { code: 429, ...LIMIT }, 300],
  ["in content", { content: { code: 429, ...LIMIT } }, 300],
  ["in content without a code", { content: LIMIT }, 300],
  ["wrapped", { content: LIMIT, code: 429 }, 300],
  ["wrapped, with a code of its own", { content: { code: 429, ...LIMIT }, code: 429 }, 300],
  ["with a period outside", { content: {}, code: 429, periodInSeconds: 300 }, 300],
  ["with a period of hours", { content: { ...LIMIT, periodInSeconds: 86_400 }, code: 429 }, 600],
  ["with an odd period", { content: { ...LIMIT, periodInSeconds: "soon" }, code: 429 }, undefined],
  ["flat, without a period", { code: 429, message: "Too many requests" }, undefined],
  ["in content, without a period", { content: { code: 429 } }, undefined],
];

/** OpenXBL sends a throttled body with any of them. */
const STATUSES = [200, 400, 404, 422, 429];

const OPERATIONS = [
  ["search", () => providers().openxbl.accountByGamertag(HERMIT, soon())],
  ["account", () => providers().openxbl.accountByXuid(HERMIT_XUID, soon())],
] as const;

describe.each(OPERATIONS)("OpenXBL, %s", (_, request) => {
  it("pauses for as long as a throttled body says, in any form and with any status", async () => {
    const wrong: unknown[] = [];
    for (const status of STATUSES) {
      for (const [form, body, pause] of FORMS) {
        control().fault({ route: "openxbl.*", fault: json(status, body), times: 1 });
        const end = await endOf(request());
        if (!isDeepStrictEqual(end, ["throttled", pause])) wrong.push({ status, form, end });
      }
    }
    expect(wrong).toEqual([]);
  });

  it("takes 403 for a refusal in every form", async () => {
    for (const status of STATUSES) {
      for (const body of [{ code: 403 }, { content: { code: 403 } }, { content: {}, code: 403 }]) {
        control().fault({ route: "openxbl.*", fault: json(status, body), times: 1 });
        const kind = status === 429 ? "throttled" : "refused";
        expect([status, await endOf(request())]).toEqual([status, [kind, undefined]]);
      }
    }
  });

  it("takes the longer pause of header and body", async () => {
    for (const [seconds, pause] of [
      ["9", 300],
      ["60", 300],
    ] as const) {
      const fault = json(200, { content: LIMIT, code: 429 }, { "retry-after": seconds });
      control().fault({ route: "openxbl.*", fault, times: 1 });
      expect(await endOf(request())).toEqual(["throttled", pause]);
    }
    const fault = json(200, { code: 429 }, { "retry-after": "42" });
    control().fault({ route: "openxbl.*", fault, times: 1 });
    expect(await endOf(request())).toEqual(["throttled", 42]);
  });

  it("is throttled by a 429 with a body that is no JSON", async () => {
    const fault = {
      kind: "status",
      status: 429,
      body: "<html>",
      contentType: "text/html",
    } as const;
    control().fault({ route: "openxbl.*", fault });
    expect(await endOf(request())).toEqual(["throttled", undefined]);
  });
});

describe("a search of OpenXBL", () => {
  const person = { xuid: HERMIT_XUID, gamertag: HERMIT };
  const search = () => providers().openxbl.accountByGamertag(HERMIT, soon());

  it.each([
    ["has signs", { xuid: NOBODY_XUID, gamertag: "x_[Hazel]_x!" }],
    ["is too long", { xuid: NOBODY_XUID, gamertag: "a gamertag that nobody could have" }],
    ["is empty", { xuid: NOBODY_XUID, gamertag: "" }],
    ["is missing", { xuid: NOBODY_XUID }],
    ["is null, with a number as XUID", { xuid: 1, gamertag: null }],
  ])("finds a gamertag beside one that %s", async (_, other) => {
    for (const people of [
      [other, person],
      [person, other],
    ]) {
      const fault = json(200, { content: { people }, code: 200 });
      control().fault({ route: "openxbl.*", fault, times: 1 });
      expect(await search()).toEqual(person);
    }
    const fault = json(200, { content: { people: [other] }, code: 200 });
    control().fault({ route: "openxbl.*", fault, times: 1 });
    expect(await endOf(search())).toEqual(["unknown-here", undefined]);
  });

  it("finds it in a profile beside one that cannot be read", async () => {
    const user = (id: string, value: unknown) => ({ id, settings: [{ id: "Gamertag", value }] });
    const profileUsers = [user(NOBODY_XUID, "x_[Hazel]_x!"), user(HERMIT_XUID, HERMIT)];
    control().fault({ route: "openxbl.*", fault: json(200, { profileUsers }) });
    expect(await search()).toEqual(person);
  });
});

describe("Xbox Live", () => {
  it.each([
    ["gamertag", () => providers().xbox.accountByGamertag(HERMIT, soon())],
    ["XUID", () => providers().xbox.accountByXuid(HERMIT_XUID, soon())],
  ])("pauses for as long as the body of a 429 says: %s", async (_, request) => {
    control().fault({ route: "xbox.*", fault: json(429, LIMIT), times: 1 });
    expect(await endOf(request())).toEqual(["throttled", 300]);
    const fault = json(429, { ...LIMIT, periodInSeconds: 15 }, { "retry-after": "40" });
    control().fault({ route: "xbox.*", fault, times: 1 });
    expect(await endOf(request())).toEqual(["throttled", 40]);
    control().fault({ route: "xbox.*", fault: json(429, "busy"), times: 1 });
    expect(await endOf(request())).toEqual(["throttled", undefined]);
  });
});
