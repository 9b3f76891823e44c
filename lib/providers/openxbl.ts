import { z } from "zod";
import type { Gamertag, Xuid } from "../contract/identifiers.ts";
import {
  accountsOf,
  checkXuid,
  profileUsers,
  sameGamertag,
  toBedrockAccount,
  unknownUser,
  type BedrockAccount,
} from "./bedrock-account.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import type { CallName } from "./failure.ts";
import type { UpstreamResponse } from "./upstream/response.ts";
import type { Upstream } from "./upstream/request.ts";
import { failureOfStatus } from "./upstream/errors.ts";

const people = z.object({
  people: z.array(z.looseObject({ xuid: z.string(), gamertag: z.string() })),
});
const found = z.union([profileUsers, people]);
/** Since 2026 every response is wrapped, and `code` is the status it would have had. */
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

/** xbl.io: Xbox accounts by key, for operators that do not want to sign in themselves. */
export function createOpenXbl(upstream: Upstream, baseUrl: string, apiKey: string) {
  const request = (
    operation: string,
    path: string,
    deadline: Deadline,
    choose: (accounts: BedrockAccount[], response: UpstreamResponse) => BedrockAccount,
  ) => {
    const call = { provider: "openxbl", operation };
    return upstream<BedrockAccount>({
      ...call,
      url: `${baseUrl}/api/v2/${path}`,
      headers: { "x-authorization": apiKey },
      expects: "json",
      deadline,
      read(response) {
        const accounts = read(call, response);
        return accounts && choose(accounts, response);
      },
    });
  };

  return {
    /**
     * The account of a gamertag, or null. The search is fuzzy: when it finds only others or none,
     * it has not said that this one does not exist.
     */
    accountByGamertag: (gamertag: Gamertag, deadline: Deadline) =>
      request(
        "search",
        `search/${encodeURIComponent(gamertag)}`,
        deadline,
        (accounts, response) => {
          const exact = accounts.find((account) => sameGamertag(account.gamertag, gamertag));
          if (exact !== undefined) return exact;
          throw response.failure("found no such gamertag", "unknown-here");
        },
      ),

    /** The account of an XUID, or null. */
    accountByXuid: (xuid: Xuid, deadline: Deadline) =>
      request("account", `account/${xuid}`, deadline, ([account, another], response) => {
        if (account !== undefined && another === undefined)
          return checkXuid(response, xuid, account);
        throw response.failure("sent more than one account, or none");
      }),
  };
}

function read(call: CallName, response: UpstreamResponse): BedrockAccount[] | null {
  if (response.maybeJson(none) !== null) return null;
  const code = response.maybeJson(wrapped)?.code ?? 200;
  if (code !== 200) throw failureOfStatus(call, code, undefined);
  const content = response.json(body);
  if ("profileUsers" in content) return accountsOf(response, content);
  return content.people.map(({ xuid, gamertag }) => toBedrockAccount(response, xuid, gamertag));
}
