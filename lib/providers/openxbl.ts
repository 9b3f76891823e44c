import { z } from "zod";
import type { Gamertag, Xuid } from "../contract/identifiers.ts";
import {
  bedrockAccount,
  isSameGamertag,
  onlyProfileUser,
  profileUser,
  spaceless,
  unknownUser,
  usedUpPeriod,
  type BedrockAccount,
} from "./accounts.ts";
import {
  defineProvider,
  type Deadline,
  type NoneForms,
  type UpstreamResponse,
} from "./provider.ts";

/** Since 2026 responses are wrapped, and `code` is the status that they would have had. */
const body = z.union([
  z.object({ code: z.literal(200), content: z.unknown() }).transform(({ content }) => content),
  z.unknown(),
]);
const account = body.pipe(onlyProfileUser);
/** A search is fuzzy: a hit that cannot be read is another account, and does not spoil the others. */
const readable = (account: z.ZodType<BedrockAccount>) =>
  z.array(z.unknown()).transform((all) => all.flatMap((one) => account.safeParse(one).data ?? []));
const hits = body.pipe(
  z.union([
    z.object({ people: readable(bedrockAccount) }).transform(({ people }) => people),
    z.object({ profileUsers: readable(profileUser) }).transform(({ profileUsers }) => profileUsers),
  ]),
);

/** "There is none" in Xbox Live's words: as it sends them, or wrapped. */
const unknown = unknownUser([28, 59]);
const noUser = z.union([
  unknown,
  z.strictObject({ content: unknown }),
  z.strictObject({ code: z.literal([200, 400, 404]), content: unknown }),
]);
/** The same in OpenXBL's own words, which come with status 200. */
const noContent = z.strictObject({
  code: z.literal(404),
  content: z.strictObject({ message: z.string().optional() }),
});
const none: NoneForms = { 200: z.union([noUser, noContent]), 400: noUser, 404: noUser };

/** Statuses that may come with any of the bodies. */
const CLIENT_ERRORS = Array.from({ length: 100 }, (_, at) => 400 + at).filter(
  (status) => status !== 401 && status !== 403 && status !== 429,
);
/** An error, whose code may be a status or Xbox Live's, in the body or in its content. */
const problem = z.object({ code: z.int().optional().catch(undefined) });
const problems = problem.extend({ content: problem.optional().catch(undefined) });
const period = z.union([
  usedUpPeriod,
  z.object({ content: usedUpPeriod }).transform(({ content }) => content),
]);

/** The failure that a response names; undefined when it names none. */
function problemIn(response: UpstreamResponse) {
  const { code, content } = response.maybeJson(problems) ?? {};
  const codes = [response.status, code, content?.code].filter((one = 200) => one !== 200);
  const pause = response.maybeJson(period) ?? undefined;
  if (pause !== undefined || codes.includes(429)) return response.failureOf(429, pause);
  const worst = codes.find((one) => one === 401 || one === 403) ?? codes[0];
  return worst === undefined ? undefined : response.failureOf(worst);
}

/** xbl.io: Xbox accounts by key, for operators that do not want to sign in themselves. */
export const openXbl = defineProvider({
  name: "openxbl",
  /** 150 an hour on the free plan (xbl.io). Ours: 131. */
  allowance: { rate: 0.035, burst: 5, perAccount: true },
  operations: ["search", "account"],
  create({ upstream, configuration: { OPENXBL_API_KEY: key, OPENXBL_URL: baseUrl } }) {
    if (key === undefined) return undefined;
    const request = (
      operation: string,
      player: string,
      about: string,
      deadline: Deadline,
      read: (response: UpstreamResponse) => BedrockAccount,
    ) =>
      upstream<BedrockAccount>({
        operation,
        url: `${baseUrl}/api/v2/${operation}/${encodeURIComponent(player)}`,
        about,
        headers: { "x-authorization": key },
        none,
        alsoReads: CLIENT_ERRORS,
        pauseIn: period,
        deadline,
        read(response) {
          const failure = problemIn(response);
          if (failure !== undefined) throw failure;
          return read(response);
        },
      });

    return {
      /**
       * The account of a gamertag, or null. The search is fuzzy: when it finds only others or none,
       * it has not said that this one does not exist.
       */
      accountByGamertag: (gamertag: Gamertag, deadline: Deadline) =>
        request("search", gamertag, spaceless(gamertag), deadline, (response) => {
          const isSame = (one: BedrockAccount) => isSameGamertag(one.gamertag, gamertag);
          const found = response.json(hits).find(isSame);
          if (found !== undefined) return found;
          throw response.failure("found no such gamertag", "unknown-here");
        }),

      /** The account of an XUID, or null. */
      accountByXuid: (xuid: Xuid, deadline: Deadline) =>
        request("account", xuid, xuid, deadline, (response) =>
          response.json(account, (sent) => sent.xuid === xuid),
        ),
    };
  },
});
