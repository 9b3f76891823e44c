import fc from "fast-check";
import type { Fault } from "../../../sandbox/faults/fault.ts";
import { HTML_404 } from "../fault-matrix/faults.ts";
import { CAST, FREE_NAMES } from "./chronicle.ts";

/** A request of a client. */
export interface RequestStep {
  do: "request";
  /** Which of the two services. */
  service: 0 | 1;
  path: "/api" | "/head";
  value: string;
  type: "all" | "java" | "bedrock";
  update: boolean;
}

/** A step of a schedule. Plain data, so that a failed schedule can become a case. */
export type Step =
  | RequestStep
  /** Several requests at the same time. */
  | { do: "rush"; requests: RequestStep[] }
  | { do: "rename"; id: string; to: string }
  | { do: "dress"; id: string; like: string }
  | { do: "delete"; id: string }
  | { do: "fault"; route: string; fault: Fault }
  | { do: "heal"; route: string }
  | { do: "pass"; seconds: number }
  | { do: "restart"; service: 0 | 1 };

const ids = CAST.map(({ id }) => id);
const names = [...CAST.map(({ name }) => name), ...FREE_NAMES];
/** Few accounts, so that steps affect each other. */
const someId = fc.constantFrom(...ids);
const someName = fc.constantFrom(...names, ...FREE_NAMES);
const otherCase = someName.map((name) => name.toUpperCase());

const NAME_ROUTES = ["mojang-api.*", "mojang-legacy.name", "playerdb.java"];
const ROUTES = [
  ...NAME_ROUTES,
  "mojang-session.profile",
  "mojang-textures.texture",
  "geyser.xuid",
  "geyser.gamertag",
  "geyser.skin",
  "geyser.link-bedrock",
  "geyser.link-java",
  "playerdb.bedrock",
  "*",
];

/** Faults that take no time, and whose responses cannot be mistaken for true ones. */
const FAULTS: readonly Fault[] = [
  { kind: "drop" },
  { kind: "status", status: 500 },
  { kind: "status", status: 503 },
  { kind: "throttle", retryAfter: 5 },
  { kind: "throttle" },
  { kind: "forbidden-html" },
  HTML_404,
  { kind: "truncate" },
  { kind: "reset-mid-body" },
  { kind: "not-json" },
  { kind: "wrong-type" },
  { kind: "error-envelope" },
  { kind: "redirect", location: "http://127.0.0.1:1/" },
];

const request: fc.Arbitrary<RequestStep> = fc.record({
  do: fc.constant("request" as const),
  service: fc.constantFrom(0, 1),
  path: fc.constantFrom("/api", "/api", "/head"),
  value: fc.oneof(
    { weight: 4, arbitrary: someName },
    { weight: 1, arbitrary: otherCase },
    { weight: 3, arbitrary: someId },
  ),
  type: fc.constantFrom("all", "all", "java", "bedrock"),
  update: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
});

const fault = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ route: fc.constantFrom(...ROUTES), fault: fc.constantFrom(...FAULTS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      route: fc.constantFrom(...NAME_ROUTES, "mojang-session.profile"),
      fault: fc.constant<Fault>({ kind: "wrong-identity" }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      route: fc.constant("mojang-session.profile"),
      fault: fc.constant<Fault>({ kind: "bad-textures" }),
    }),
  },
);

/** A moment, and times after which failures, negative entries, profiles and names expire; a day. */
const SECONDS = [1, 1, 6, 6, 65, 65, 330, 700, 1_300, 1_300, 25_000, 90_000] as const;

export const schedule: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: request },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("rush" as const),
        requests: fc.array(request, { minLength: 2, maxLength: 5 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant("rename" as const), id: someId, to: someName }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant("dress" as const), id: someId, like: someId }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), id: someId }) },
    { weight: 4, arbitrary: fault.map((one) => ({ do: "fault" as const, ...one })) },
    {
      weight: 3,
      arbitrary: fc.constantFrom("*", ...ROUTES).map((route) => ({ do: "heal" as const, route })),
    },
    {
      weight: 9,
      arbitrary: fc.constantFrom(...SECONDS).map((seconds) => ({ do: "pass" as const, seconds })),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("restart" as const),
        service: fc.constantFrom<0 | 1>(0, 1),
      }),
    },
  ),
  { minLength: 30, maxLength: 90, size: "max" },
);
