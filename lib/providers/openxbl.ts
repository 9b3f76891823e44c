import { z } from "zod";
import type { Gamertag, Xuid } from "../contract/identifiers.ts";
import {
  bedrockAccount,
  isSameGamertag,
  onlyAccount,
  profileUsers,
  unknownUser,
  type BedrockAccount,
} from "./accounts.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition, ProviderParts } from "./definition.ts";
import { failureOfStatus } from "./upstream/errors.ts";
import type { UpstreamResponse } from "./upstream/response.ts";

const accounts = z.union([
  profileUsers,
  z.object({ people: z.array(bedrockAccount) }).transform(({ people }) => people),
]);
/** Since 2026 every response is wrapped, and `code` is the status it would have had. */
const wrapped = z.looseObject({ code: z.int() });
const found = z.union([
  z.object({ code: z.literal(200), content: accounts }).transform(({ content }) => content),
  accounts,
]);
/** "There is none" comes with status 200, in Xbox Live's words or in OpenXBL's own. */
const none = z.union([
  z.strictObject({ code: z.literal([200, 400, 404]), content: unknownUser([28, 59]) }),
  z.strictObject({
    code: z.literal(404),
    content: z.strictObject({ message: z.string().optional() }),
  }),
]);

export const openXbl: ProviderDefinition<ReturnType<typeof createOpenXbl>> = {
  name: "openxbl",
  /** 150 an hour on the free plan (xbl.io). Ours: 131. */
  allowance: { rate: 0.035, burst: 5, perAccount: true },
  create: createOpenXbl,
};

/** xbl.io: Xbox accounts by key, for operators that do not want to sign in themselves. */
function createOpenXbl({
  upstream,
  configuration: { OPENXBL_API_KEY: key, OPENXBL_URL: baseUrl },
}: ProviderParts) {
  if (key === undefined) return undefined;
  const request = (
    operation: string,
    player: string,
    deadline: Deadline,
    read: (response: UpstreamResponse) => BedrockAccount,
  ) =>
    upstream<BedrockAccount>({
      operation,
      url: `${baseUrl}/api/v2/${operation}/${encodeURIComponent(player)}`,
      headers: { "x-authorization": key },
      none: { 200: none },
      deadline,
      read(response) {
        const code = response.maybeJson(wrapped)?.code ?? 200;
        if (code !== 200) throw failureOfStatus({ provider: "openxbl", operation }, code);
        return read(response);
      },
    });

  return {
    /**
     * The account of a gamertag, or null. The search is fuzzy: when it finds only others or none,
     * it has not said that this one does not exist.
     */
    accountByGamertag: (gamertag: Gamertag, deadline: Deadline) =>
      request("search", gamertag, deadline, (response) => {
        const isSame = (account: BedrockAccount) => isSameGamertag(account.gamertag, gamertag);
        const account = response.json(found).find(isSame);
        if (account !== undefined) return account;
        throw response.failure("found no such gamertag", "unknown-here");
      }),

    /** The account of an XUID, or null. */
    accountByXuid: (xuid: Xuid, deadline: Deadline) =>
      request("account", xuid, deadline, (response) =>
        response.json(found.transform(onlyAccount), (account) => account.xuid === xuid),
      ),
  };
}
