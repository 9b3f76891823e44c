import type { Gamertag, Xuid } from "../contract/identifiers.ts";
import type { Pace } from "../limits/budget.ts";
import { createCoalescer, forOne } from "./coalescer.ts";
import { checkGamertag, checkXuid, type BedrockAccount } from "./bedrock-account.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { UpstreamFailure } from "./failure.ts";
import type { UpstreamAnswer } from "./upstream/answer.ts";
import type { Question, Upstream } from "./upstream/request.ts";
import { createXboxTokens } from "./xbox-tokens.ts";
import {
  accountsOf,
  profileUsers,
  UNKNOWN_GAMERTAG,
  UNKNOWN_XUID,
  unknownUser,
} from "./xbox-users.ts";

/** What Xbox Live wants to see of the signed-in account. */
export interface XboxToken {
  userHash: string;
  token: string;
}

/** Gives a valid token, from disk or renewed; throws when nobody is signed in any more. */
export type XboxTokens = () => Promise<XboxToken>;

/** XUIDs in one call; the limit counts calls. */
const BATCH_XUIDS = 10;

/** The statuses that say that there is none, and their bodies. */
interface None {
  statuses: readonly number[];
  body: ReturnType<typeof unknownUser>;
}
const NO_GAMERTAG: None = { statuses: [404], body: unknownUser(UNKNOWN_GAMERTAG) };
const NO_XUID: None = { statuses: [400, 404], body: unknownUser(UNKNOWN_XUID) };

type AccountOf = (xuid: Xuid) => BedrockAccount | null;

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
  pace?: () => Pace,
) {
  const provider = "xbox-live";

  const authorize = async (operation: string) => {
    try {
      const { userHash, token } = await tokens();
      return {
        authorization: `XBL3.0 x=${userHash};${token}`,
        "x-xbl-contract-version": "2",
        "accept-language": "en-US",
      };
    } catch (cause) {
      throw new UpstreamFailure("refused", { provider, operation }, "nobody is signed in", {
        cause,
      });
    }
  };

  const single = async (
    operation: string,
    who: string,
    none: None,
  ): Promise<Question<BedrockAccount>> => {
    const call = { provider, operation };
    return {
      url: `${baseUrl}/users/${who}/profile/settings?settings=Gamertag`,
      headers: await authorize(operation),
      alsoReads: none.statuses,
      read(answer) {
        if (answer.status === 200) return readOne(call, answer);
        answer.json(none.body);
        return null;
      },
    };
  };

  const xuidCall = { provider, operation: "xuid" };

  const byXuidAlone = async (xuid: Xuid): Promise<Question<BedrockAccount>> => {
    const { read, ...question } = await single("xuid", `xuid(${xuid})`, NO_XUID);
    return { ...question, read: (answer) => checkXuid(xuidCall, xuid, read(answer)) };
  };

  const together = async (xuids: readonly Xuid[]): Promise<Question<AccountOf>> => {
    const [xuid] = xuids;
    if (xuids.length === 1 && xuid !== undefined) return forOne(await byXuidAlone(xuid));
    return {
      url: `${baseUrl}/users/batch/profile/settings`,
      method: "POST",
      headers: await authorize("xuid"),
      body: { userIds: xuids, settings: ["Gamertag"] },
      read: (answer) => readBatch(xuidCall, answer),
    };
  };

  const byXuid = createCoalescer<Xuid, BedrockAccount>({
    call: xuidCall,
    most: BATCH_XUIDS,
    ...(pace && { pace }),
    async send(take, deadline) {
      const question = () => together(take());
      const accountOf = await upstream({ ...xuidCall, expects: "json", deadline, question });
      return (xuid) => accountOf?.(xuid) ?? null;
    },
    single: (xuid, deadline) =>
      upstream({ ...xuidCall, expects: "json", deadline, question: () => byXuidAlone(xuid) }),
  });

  return {
    /** The account of a gamertag, or null. */
    async accountByGamertag(gamertag: Gamertag, deadline: Deadline) {
      const call = { provider, operation: "gamertag" };
      const question = () => single("gamertag", `gt(${encodeURIComponent(gamertag)})`, NO_GAMERTAG);
      const account = await upstream({ ...call, expects: "json", deadline, question });
      return checkGamertag(call, gamertag, account);
    },

    /** The account of an XUID, or null. XUIDs that wait for their turn leave in one call. */
    accountByXuid: byXuid,
  };
}

function readOne(call: { provider: string; operation: string }, answer: UpstreamAnswer) {
  const [account, another] = accountsOf(call, answer.json(profileUsers));
  if (account !== undefined && another === undefined) return account;
  throw new UpstreamFailure("bad-response", call, "answered about more than one user");
}

/**
 * Reads a batch. An XUID without an account fails the batch, so one that is only absent is not said
 * to have none.
 */
function readBatch(
  call: { provider: string; operation: string },
  answer: UpstreamAnswer,
): AccountOf {
  const accounts = accountsOf(call, answer.json(profileUsers));
  const known = new Map(accounts.map((account) => [account.xuid, account]));
  if (known.size < accounts.length) {
    throw new UpstreamFailure("bad-response", call, "named an account twice");
  }
  return (xuid) => {
    const account = known.get(xuid);
    if (account !== undefined) return account;
    throw new UpstreamFailure("bad-response", call, "left an XUID out");
  };
}
