import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import type { JavaName, Xuid } from "../contract/identifiers.ts";
import {
  HERMIT,
  HERMIT_XUID,
  LOU,
  LOU_XUID,
  NOBODY_XUID,
  outcomeOf,
  partsOf,
  soon,
  useProviders,
} from "../../testing/providers.ts";
import { createJavaNames, minecraftServices, mojangLegacy } from "./mojang.ts";
import type { Deadline, Guard, Send } from "./provider.ts";
import { createUpstream } from "./upstream/request.ts";
import { createXboxLive, xboxLive } from "./xbox-live.ts";

const { environment, control, upstream } = useProviders();

const listed = (value: unknown): Fault => ({
  kind: "status",
  status: 200,
  body: JSON.stringify(value),
});
const OTHER = "a9a041d770424d1bbe1e5c603300460c";
/** Elements that a list may hold besides. */
const SPOILERS: [string, unknown[]][] = [
  ["an id with two characters too many", [{ id: `${OTHER}00`, name: "tinker_tess" }]],
  ["a name that no account can have", [{ id: OTHER, name: "Müller" }]],
  ["null", [null]],
  ["a number", [7]],
  ["a list", [[]]],
  ["an account nobody asked for", [{ id: OTHER, name: "QuietQuill" }]],
  ["two accounts of one name", [OTHER, LOU].map((id) => ({ id, name: "tinker_tess" }))],
  ["nothing of this shape", [{ error: "busy" }]],
];

/** An upstream whose calls wait until `open` is called. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const wait: Guard = async (_call, send) => {
    await opened;
    return send();
  };
  return { open, ...createUpstream({ userAgent: "Nametag/test", guards: [wait] }) };
}

/** Requests all at once while nothing may leave, then lets it leave. */
async function requestTogether<Key, Value>(
  keys: readonly Key[],
  operationOf: (send: Send) => (key: Key, deadline: Deadline) => Promise<Value | null>,
) {
  const gate = createGate();
  const one = operationOf(gate.send);
  const outcomes = keys.map((key) => outcomeOf(one(key, soon())));
  gate.open();
  const all = await Promise.all(outcomes);
  await gate.close();
  return all;
}

describe.each([
  ["minecraftservices", "mojang-api", minecraftServices],
  ["api.mojang.com", "mojang-legacy", mojangLegacy],
] as const)("%s, names that wait together", (_, route, host) => {
  const request = (names: readonly string[]) =>
    requestTogether(
      names as JavaName[],
      (send) => createJavaNames(host.create(partsOf(host, send, environment()))).accountByName,
    );
  const calls = () => [control().count(`${route}.name`), control().count(`${route}.bulk`)];
  const lou = `answered ${JSON.stringify({ uuid: LOU, name: "Lantern_Lou" })}`;

  it("leave in one call, whatever their case and order", async () => {
    const results = await request(["tinker_tess", "nobody_at_all", "LANTERN_LOU", "lantern_lou"]);
    expect(results).toEqual([expect.stringContaining("Tinker_Tess"), "answered null", lou, lou]);
    expect(calls()).toEqual([0, 1]);
  });

  it("leave ten at a time", async () => {
    const names = Array.from({ length: 25 }, (_, index) => `Extra_${index + 1}`);
    const results = await request(names);
    expect(results).toEqual(names.map((name) => expect.stringContaining(`"${name}"`)));
    expect(calls()).toEqual([0, 3]);
  });

  it("do not take an old name along, which would spoil the call for all", async () => {
    expect(await request(["Lantern_Lou", "a-b", "tinker_tess"])).toEqual([
      lou,
      expect.stringContaining("answered"),
      expect.stringContaining("Tinker_Tess"),
    ]);
    expect(calls()).toEqual([1, 1]);
  });

  it("are sent one by one when a bulk call is refused because of one of them", async () => {
    const refusal: Fault = { kind: "status", status: 400, body: "{}" };
    control().fault({ route: `${route}.bulk`, fault: refusal });
    expect(await request(["Lantern_Lou", "nobody_at_all"])).toEqual([lou, "answered null"]);
    expect(calls()).toEqual([2, 1]);
  });

  it.each(SPOILERS)(
    "are found beside %s, and only those left out are not clear",
    async (_, items) => {
      const bea = { id: "b".repeat(12) + "4" + "b".repeat(19), name: "Bea" };
      for (const list of [
        [...items, bea],
        [bea, ...items],
      ]) {
        control().fault({ route: `${route}.bulk`, fault: listed(list), times: 1 });
        const [left, found] = await request(["tinker_tess", "bea"]);
        expect(found).toBe(`answered ${JSON.stringify({ uuid: bea.id, name: "Bea" })}`);
        expect(left).toMatch(/^(bad-response|mismatch)$/);
      }
    },
  );

  it("are found when one is listed twice, and who is left out is not clear", async () => {
    const twice = [LOU, LOU].map((id) => ({ id, name: "Lantern_Lou" }));
    control().fault({ route: `${route}.bulk`, fault: listed(twice) });
    expect(await request(["Lantern_Lou", "tinker_tess"])).toEqual([lou, "bad-response"]);
  });

  it("are not missing because a response was about another player", async () => {
    control().fault({ route: `${route}.bulk`, fault: { kind: "wrong-identity" } });
    const results = await request(["Lantern_Lou", "tinker_tess"]);
    expect(results).toContain("mismatch");
    expect(results).not.toContain("answered null");
  });

  it("all fail in the same way when their call does", async () => {
    const bulk = `${route}.bulk`;
    control().fault({ route: bulk, fault: { kind: "status", status: 500 }, times: 1 });
    expect(await request(["a_name", "b_name"])).toEqual(["error", "error"]);
    control().fault({ route: bulk, fault: { kind: "empty-object" }, times: 1 });
    expect(await request(["a_name", "b_name"])).toEqual(["bad-response", "bad-response"]);
  });
});

const user = (id: string, value: string) => ({ id, settings: [{ id: "Gamertag", value }] });

describe("Xbox Live", () => {
  it("gets XUIDs that wait together in one call", async () => {
    const token = () => Promise.resolve({ userHash: "uhs", token: "token" });
    const request = (xuids: readonly Xuid[]) =>
      requestTogether(
        xuids,
        (send) => createXboxLive(partsOf(xboxLive, send, environment()), token).accountByXuid,
      );
    const hermit = `answered ${JSON.stringify({ xuid: HERMIT_XUID, gamertag: HERMIT })}`;
    expect(await request([HERMIT_XUID, LOU_XUID])).toEqual([
      hermit,
      expect.stringContaining(LOU_XUID),
    ]);
    expect([control().count("xbox.batch"), control().count("xbox.*")]).toEqual([1, 1]);
    expect(await request([HERMIT_XUID, NOBODY_XUID])).toEqual([hermit, "answered null"]);
  });

  it.each<[string, unknown]>([
    ["an XUID that is none", user("27", "Somebody")],
    ["a gamertag that is none", user(LOU_XUID, "")],
    ["no gamertag", { id: LOU_XUID, settings: [] }],
    ["null", null],
    ["another account", user(NOBODY_XUID, "Somebody")],
  ])("finds an account beside %s", async (_, item) => {
    const token = () => Promise.resolve({ userHash: "uhs", token: "token" });
    const hermit = user(HERMIT_XUID, HERMIT);
    for (const list of [
      [item, hermit],
      [hermit, item],
    ]) {
      const fault = listed({ profileUsers: list });
      control().fault({ route: "xbox.batch", fault, times: 1 });
      const [found, left] = await requestTogether([HERMIT_XUID, LOU_XUID], (send) => {
        return createXboxLive(partsOf(xboxLive, send, environment()), token).accountByXuid;
      });
      expect(found).toBe(`answered ${JSON.stringify({ xuid: HERMIT_XUID, gamertag: HERMIT })}`);
      expect(left).toMatch(/^(bad-response|mismatch)$/);
    }
  });

  it("is refused, not unknown, when no account is signed in", async () => {
    const signedOut = () => Promise.reject(new Error("no sign-in"));
    const xbox = createXboxLive(partsOf(xboxLive, upstream(), environment()), signedOut);
    expect(await outcomeOf(xbox.accountByXuid(HERMIT_XUID, soon()))).toBe("refused");
    expect(control().count("xbox.*")).toBe(0);
  });
});
