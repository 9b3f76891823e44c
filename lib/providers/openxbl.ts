import { z } from "zod";
import type { Gamertag, Xuid } from "../contract/identifiers.ts";
import {
  checkXuid,
  sameGamertag,
  toBedrockAccount,
  type BedrockAccount,
} from "./bedrock-account.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { UpstreamFailure } from "./failure.ts";
import type { UpstreamAnswer } from "./upstream/answer.ts";
import type { Upstream } from "./upstream/request.ts";
import { failureOfStatus } from "./upstream/errors.ts";
import { accountsOf, profileUsers, unknownUser } from "./xbox-users.ts";

const people = z.object({
  people: z.array(z.looseObject({ xuid: z.string(), gamertag: z.string() })),
});
const found = z.union([profileUsers, people]);
/** Since 2026 every answer is wrapped, and `code` is the status it would have had. */
const wrapped = z.looseObject({ code: z.int() });
const body = z.union([
  z.object({ code: z.literal(200), content: found }).transform(({ content }) => content),
  found,
]);
/** "There is none" comes with status 200, in Xbox Live's words or in OpenXBL's own. */
const none = z.union([
  z.strictObject({ code: z.literal([200, 400, 404]), content: unknownUser([28, 59]) }),
  z.strictObject({
    code: z.literal(404),
    content: z.strictObject({ message: z.string().optional() }),
  }),
]);

export type OpenXbl = ReturnType<typeof createOpenXbl>;

export const openXbl: ProviderDefinition<OpenXbl | undefined> = {
  name: "openxbl",
  /** 150 an hour on the free plan (xbl.io). Ours: 131. */
  allowance: { rate: 0.035, burst: 5 },
  create: ({ upstream, configuration: { OPENXBL_API_KEY: key, OPENXBL_URL: baseUrl } }) =>
    key === undefined ? undefined : createOpenXbl(upstream, baseUrl, key),
};

/** xbl.io: Xbox accounts by key, for operators who would rather not sign in themselves. */
export function createOpenXbl(upstream: Upstream, baseUrl: string, apiKey: string) {
  const provider = "openxbl";

  const ask = (operation: string, path: string, deadline: Deadline) => {
    const call = { provider, operation };
    return upstream<BedrockAccount[]>({
      ...call,
      url: `${baseUrl}/api/v2/${path}`,
      headers: { "x-authorization": apiKey },
      expects: "json",
      deadline,
      read: (answer) => read(call, answer),
    });
  };

  return {
    /**
     * The account of a gamertag, or null. The search is fuzzy: when it finds only others or none,
     * it has not said that this one does not exist.
     */
    async accountByGamertag(gamertag: Gamertag, deadline: Deadline) {
      const call = { provider, operation: "search" };
      const accounts = await ask("search", `search/${encodeURIComponent(gamertag)}`, deadline);
      if (accounts === null) return null;
      const exact = accounts.find((account) => sameGamertag(account.gamertag, gamertag));
      if (exact !== undefined) return exact;
      throw new UpstreamFailure("unknown-here", call, "found no such gamertag");
    },

    /** The account of an XUID, or null. */
    async accountByXuid(xuid: Xuid, deadline: Deadline) {
      const call = { provider, operation: "account" };
      const accounts = await ask("account", `account/${xuid}`, deadline);
      const [account, another] = accounts ?? [];
      if (accounts === null || (account !== undefined && another === undefined)) {
        return checkXuid(call, xuid, account ?? null);
      }
      throw new UpstreamFailure("bad-response", call, "did not answer about one account");
    },
  };
}

function read(call: { provider: string; operation: string }, answer: UpstreamAnswer) {
  if (answer.maybeJson(none) !== null) return null;
  const code = answer.maybeJson(wrapped)?.code ?? 200;
  if (code !== 200) throw failureOfStatus(call, code, undefined);
  const content = answer.json(body);
  if ("profileUsers" in content) return accountsOf(call, content);
  return content.people.map(({ xuid, gamertag }) => toBedrockAccount(call, xuid, gamertag));
}
