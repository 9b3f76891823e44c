import { HERMIT, HERMIT_XUID, LOU_XUID, soon } from "../../../testing/providers.ts";
import { BEDROCK, sent, TAG, type Operation } from "./operation.fixture.ts";

const user = (id: string, gamertag: unknown) => ({
  id,
  settings: [
    { id: "Gamerscore", value: null },
    { id: "Gamertag", value: gamertag },
  ],
});
const users = (...list: object[]) => ({ profileUsers: list });
const hermit = user(HERMIT_XUID, HERMIT);
const noUser = (code: number) => ({
  code,
  source: "Profile",
  description: "no data",
  traceInformation: null,
});
/** Bodies that are no Xbox Live account, wherever they come. */
const noAccounts = [
  {},
  users(),
  users({}),
  { profileUsers: null },
  users({ id: HERMIT_XUID }),
  users({ id: HERMIT_XUID, settings: [] }),
  users(user(HERMIT_XUID, null)),
  users(user(HERMIT_XUID, "")),
  users(user("", HERMIT)),
  users(user(LOU_XUID, TAG)),
];
const TWICE = users(hermit, hermit);

const xbox = (
  name: string,
  request: Operation["request"],
  pairs: readonly (readonly [number, number])[],
  others: readonly (readonly [number, number])[],
): Operation => ({
  name,
  request,
  found: sent(200, users({ ...hermit, isSponsoredUser: false })),
  value: BEDROCK,
  none: pairs.map(([status, code]) => sent(status, noUser(code))),
  nearMisses: [
    ...others.map(([status, code]) => sent(status, noUser(code))),
    ...pairs.flatMap(([status, code]) => [
      sent(status, { code }),
      sent(status, { ...noUser(code), source: "Gateway" }),
      sent(status, { ...noUser(code), limitType: "Rate" }),
      sent(status, { ...noUser(code), code: String(code) }),
    ]),
    ...[...noAccounts, TWICE].map((body) => sent(200, body)),
  ],
});

const wrap = (content: unknown, code = 200) => ({ content, code });
const OPENXBL_NONE = [
  ...[200, 400, 404].flatMap((status) =>
    [noUser(28), noUser(59)].flatMap((body) => [
      sent(status, body),
      sent(status, { content: body }),
      ...[200, 400, 404].map((code) => sent(status, wrap(body, code))),
    ]),
  ),
  sent(200, wrap({}, 404)),
  sent(200, wrap({ message: "Not Found" }, 404)),
];
const person = { xuid: HERMIT_XUID, gamertag: HERMIT };
const openxbl = (name: string, request: Operation["request"]): Operation => ({
  name,
  request,
  found: sent(200, wrap(users(hermit))),
  value: BEDROCK,
  none: OPENXBL_NONE,
  nearMisses: [
    sent(404, wrap({}, 404)),
    sent(200, { code: 404 }),
    sent(200, wrap(null, 404)),
    sent(200, wrap({ people: [person] }, 404)),
    sent(200, wrap({ code: 1 }, 404)),
    sent(200, { ...wrap({}, 404), error: "rate limited" }),
    sent(200, wrap(noUser(28), 429)),
    sent(200, wrap(noUser(2), 400)),
    sent(200, wrap({ code: 28 }, 404)),
    sent(410, noUser(28)),
    sent(200, { ...noUser(28), limitType: "Rate" }),
    sent(200, { content: noUser(28), retry: true }),
    sent(200, { content: {} }),
    sent(200, noUser(429)),
    sent(404, { content: { code: 28 } }),
    ...noAccounts.map((body) => sent(200, wrap(body))),
    ...[null, {}, [], [null], [{}], [{ ...person, xuid: null }]].map((people) =>
      sent(200, wrap({ people })),
    ),
  ],
});

export const XBOX: readonly Operation[] = [
  xbox(
    "Xbox Live, gamertag",
    ({ xbox: from }) => from.accountByGamertag(HERMIT, soon()),
    [[404, 28]],
    [
      [400, 28],
      [200, 28],
      [404, 59],
      [404, 1],
    ],
  ),
  xbox(
    "Xbox Live, XUID",
    ({ xbox: from }) => from.accountByXuid(HERMIT_XUID, soon()),
    [
      [400, 59],
      [404, 59],
      [400, 2],
      [404, 2],
    ],
    [
      [200, 59],
      [404, 28],
      [400, 8],
    ],
  ),
  {
    name: "Xbox Live, XUIDs together",
    async request({ xbox: from }) {
      const [first] = await Promise.allSettled([
        from.accountByXuid(HERMIT_XUID, soon()),
        from.accountByXuid(LOU_XUID, soon()),
      ]);
      if (first.status === "rejected") throw first.reason;
      return first.value;
    },
    found: sent(200, users(user(LOU_XUID, TAG), hermit)),
    value: BEDROCK,
    // A batch that is refused is requested again one by one.
    none: [sent(400, noUser(59))],
    nearMisses: [sent(404, noUser(59)), ...noAccounts.map((body) => sent(200, body))],
  },
  openxbl("OpenXBL, search", ({ openxbl: from }) => from.accountByGamertag(HERMIT, soon())),
  openxbl("OpenXBL, account", ({ openxbl: from }) => from.accountByXuid(HERMIT_XUID, soon())),
];
