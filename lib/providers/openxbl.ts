import { z } from "zod";
import type { Gamertag, Xuid } from "../contract/identifiers.ts";
import {
  checkXuid,
  sameGamertag,
  toBedrockAccount,
  type BedrockAccount,
} from "./bedrock-account.ts";
import type { Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";
import type { UpstreamAnswer } from "./upstream-answer.ts";
import type { Upstream } from "./upstream.ts";
import { failureOfStatus } from "./upstream-errors.ts";
import { accountsOf, isUnknownUser, profileUsers, xboxError } from "./xbox-users.ts";

const wrapped = z.object({ content: z.unknown().optional(), code: z.int() });
const people = z.object({
  people: z.array(z.looseObject({ xuid: z.string(), gamertag: z.string() })),
});

export type OpenXbl = ReturnType<typeof createOpenXbl>;

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
      alsoReads: [404],
      deadline,
      read: (answer) => read(call, answer),
    });
  };

  return {
    /**
     * The account of a gamertag, or null. The search is fuzzy: when it finds only others, it has
     * not said that this one does not exist.
     */
    async accountByGamertag(gamertag: Gamertag, deadline: Deadline) {
      const call = { provider, operation: "search" };
      const accounts = await ask("search", `search/${encodeURIComponent(gamertag)}`, deadline);
      if (accounts === null || accounts.length === 0) return null;
      const exact = accounts.find((account) => sameGamertag(account.gamertag, gamertag));
      if (exact !== undefined) return exact;
      throw new UpstreamFailure("unknown-here", call, "found only others");
    },

    /** The account of an XUID, or null. */
    async accountByXuid(xuid: Xuid, deadline: Deadline) {
      const accounts = await ask("account", `account/${xuid}`, deadline);
      return checkXuid({ provider, operation: "account" }, xuid, accounts?.[0] ?? null);
    },
  };
}

/**
 * Since 2026 failures come as HTTP 200 with a code inside, either OpenXBL's own around the content
 * or Xbox Live's in it.
 */
function read(call: { provider: string; operation: string }, answer: UpstreamAnswer) {
  const body = answer.json(z.looseObject({}));
  const envelope = wrapped.safeParse(body);
  const code = envelope.success ? envelope.data.code : answer.status;
  const content = envelope.success ? envelope.data.content : body;

  const refusal = xboxError.safeParse(content);
  if (refusal.success && isUnknownUser(refusal.data)) return null;
  if (code === 404) return null;
  if (code !== 200) throw failureOfStatus(call, code, undefined);

  const users = profileUsers.safeParse(content);
  if (users.success) return accountsOf(call, users.data);
  const found = people.safeParse(content);
  if (found.success) {
    return found.data.people.map(({ xuid, gamertag }) => toBedrockAccount(call, xuid, gamertag));
  }
  throw new UpstreamFailure("bad-response", call, "sent a body of a wrong shape");
}
