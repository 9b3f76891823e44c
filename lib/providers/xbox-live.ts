import type { Gamertag, Xuid } from "../contract/identifiers.ts";
import type { Pace } from "../limits/budget.ts";
import {
  accountsOf,
  checkGamertag,
  checkXuid,
  unknownUser,
  type BedrockAccount,
} from "./bedrock-account.ts";
import { createCoalescer, type BulkHost, type ReadKey } from "./coalescer.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { UpstreamFailure, type CallName } from "./failure.ts";
import type { UpstreamResponse } from "./upstream/response.ts";
import { UNLIMITED } from "./pace.ts";
import type { Upstream, UpstreamRequest } from "./upstream/request.ts";
import { createXboxTokens } from "./xbox-tokens.ts";

/** What Xbox Live wants to see of the signed-in account. */
export interface XboxToken {
  userHash: string;
  token: string;
}

/** Gives a valid token, from disk or renewed; throws when no account is signed in any more. */
export type XboxTokens = () => Promise<XboxToken>;

/** XUIDs in one call; the limit counts calls. */
const BATCH_XUIDS = 10;

/** The statuses that say that there is none, and their bodies. */
interface None {
  statuses: readonly number[];
  body: ReturnType<typeof unknownUser>;
}
const NO_GAMERTAG: None = { statuses: [404], body: unknownUser([28]) };
const NO_XUID: None = { statuses: [400, 404], body: unknownUser([59, 2]) };

export type XboxLive = ReturnType<typeof createXboxLive>;

export const xboxLive: ProviderDefinition<XboxLive | undefined> = {
  name: "xbox-live",
  /** 10 in 15 s for a profile. Ours: 9. */
  allowance: { rate: 0.4, burst: 3 },
  create: ({ upstream, configuration: { XBOX_AUTH_DIR, XBOX_PROFILE_URL }, pace }) =>
    XBOX_AUTH_DIR === undefined
      ? undefined
      : createXboxLive(upstream, XBOX_PROFILE_URL, createXboxTokens(XBOX_AUTH_DIR), pace),
};

/** profile.xboxlive.com: the authority for gamertags and XUIDs; needs a signed-in account. */
export function createXboxLive(
  upstream: Upstream,
  baseUrl: string,
  tokens: XboxTokens,
  pace: () => Pace = UNLIMITED,
) {
  const provider = "xbox-live";

  const authorize = async (call: CallName) => {
    try {
      const { userHash, token } = await tokens();
      return {
        authorization: `XBL3.0 x=${userHash};${token}`,
        "x-xbl-contract-version": "2",
        "accept-language": "en-US",
      };
    } catch (cause) {
      throw new UpstreamFailure("refused", call, "no account is signed in", { cause });
    }
  };

  const xuidCall = { provider, operation: "xuid" };
  const gamertagCall = { provider, operation: "gamertag" };

  const single = async (
    call: CallName,
    who: string,
    none: None,
    check: (account: BedrockAccount, response: UpstreamResponse) => BedrockAccount,
  ): Promise<UpstreamRequest<BedrockAccount>> => ({
    url: `${baseUrl}/users/${who}/profile/settings?settings=Gamertag`,
    headers: await authorize(call),
    alsoReads: none.statuses,
    read(response) {
      if (response.status === 200) return check(readOne(response), response);
      response.json(none.body);
      return null;
    },
  });

  const xuids: BulkHost<Xuid, BedrockAccount> = {
    upstream,
    call: xuidCall,
    pace,
    single: (xuid) =>
      single(xuidCall, `xuid(${xuid})`, NO_XUID, (account, response) =>
        checkXuid(response, xuid, account),
      ),
    bulk: async (userIds) => ({
      url: `${baseUrl}/users/batch/profile/settings`,
      method: "POST",
      headers: await authorize(xuidCall),
      body: { userIds, settings: ["Gamertag"] },
      read: readBatch,
    }),
  };

  return {
    /** The account of a gamertag, or null. */
    accountByGamertag(gamertag: Gamertag, deadline: Deadline): Promise<BedrockAccount | null> {
      const prepare = () =>
        single(
          gamertagCall,
          `gt(${encodeURIComponent(gamertag)})`,
          NO_GAMERTAG,
          (account, response) => checkGamertag(response, gamertag, account),
        );
      return upstream({ ...gamertagCall, expects: "json", deadline, prepare });
    },

    /** The account of an XUID, or null. XUIDs that wait for a token leave in one call. */
    accountByXuid: createCoalescer([xuids], BATCH_XUIDS),
  };
}

function readOne(response: UpstreamResponse) {
  const [account, another] = accountsOf(response);
  if (account !== undefined && another === undefined) return account;
  throw response.failure("its response is about more than one user");
}

/**
 * Reads a batch. An XUID without an account fails the batch, so an XUID that is only left out may
 * have one.
 */
function readBatch(response: UpstreamResponse): ReadKey<Xuid, BedrockAccount> {
  const accounts = accountsOf(response);
  const known = new Map(accounts.map((account) => [account.xuid, account]));
  if (known.size < accounts.length) {
    throw response.failure("named an account twice");
  }
  return (xuid) => {
    const account = known.get(xuid);
    if (account !== undefined) return account;
    throw response.failure("left an XUID out");
  };
}
