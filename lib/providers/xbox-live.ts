import type { Gamertag, Xuid } from "../contract/identifiers.ts";
import { checkGamertag, checkXuid, type BedrockAccount } from "./bedrock-account.ts";
import type { Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";
import type { UpstreamAnswer } from "./upstream-answer.ts";
import type { Upstream } from "./upstream.ts";
import { accountsOf, isUnknownUser, profileUsers, xboxError } from "./xbox-users.ts";

/** What Xbox Live wants to see of the signed-in account. */
export interface XboxToken {
  userHash: string;
  token: string;
}

/** Gives a valid token, from disk or renewed; throws when nobody is signed in any more. */
export type XboxTokens = () => Promise<XboxToken>;

export type XboxLive = ReturnType<typeof createXboxLive>;

/** profile.xboxlive.com: the authority for gamertags and XUIDs; needs a signed-in account. */
export function createXboxLive(upstream: Upstream, baseUrl: string, tokens: XboxTokens) {
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

  const one = async (operation: string, who: string, deadline: Deadline) => {
    const call = { provider, operation };
    return upstream({
      ...call,
      url: `${baseUrl}/users/${who}/profile/settings?settings=Gamertag`,
      headers: await authorize(operation),
      expects: "json",
      alsoReads: [400, 404],
      deadline,
      read: (answer) => (isMissing(call, answer) ? null : readOne(call, answer)),
    });
  };

  return {
    /** The account of a gamertag, or null. */
    async accountByGamertag(gamertag: Gamertag, deadline: Deadline) {
      const operation = "gamertag";
      const account = await one(operation, `gt(${encodeURIComponent(gamertag)})`, deadline);
      return checkGamertag({ provider, operation }, gamertag, account);
    },

    /** The account of an XUID, or null. */
    async accountByXuid(xuid: Xuid, deadline: Deadline) {
      const account = await one("xuid", `xuid(${xuid})`, deadline);
      return checkXuid({ provider, operation: "xuid" }, xuid, account);
    },

    /** The accounts of many XUIDs in one call; an XUID without an account is absent. */
    async accountsByXuid(
      xuids: readonly Xuid[],
      deadline: Deadline,
    ): Promise<Map<Xuid, BedrockAccount>> {
      const call = { provider, operation: "batch" };
      const accounts = await upstream({
        ...call,
        url: `${baseUrl}/users/batch/profile/settings`,
        method: "POST",
        headers: await authorize(call.operation),
        body: { userIds: xuids, settings: ["Gamertag"] },
        expects: "json",
        deadline,
        read: (answer) => accountsOf(call, answer.json(profileUsers)),
      });
      const asked = new Set(xuids);
      const known = (accounts ?? []).filter(({ xuid }) => asked.has(xuid));
      return new Map(known.map((account) => [account.xuid, account]));
    },
  };
}

function isMissing(call: { provider: string; operation: string }, answer: UpstreamAnswer) {
  if (answer.status === 200) return false;
  if (isUnknownUser(answer.json(xboxError))) return true;
  throw new UpstreamFailure("bad-response", call, `refused the question (${answer.status})`);
}

function readOne(call: { provider: string; operation: string }, answer: UpstreamAnswer) {
  return accountsOf(call, answer.json(profileUsers))[0] ?? null;
}
