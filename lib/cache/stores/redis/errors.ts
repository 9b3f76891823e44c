import type { UpstashRequest, UpstashResponse } from "@upstash/redis";

/**
 * Errors with which a working Redis refuses one command, for what it is; those of a cluster, while the slot of
 * its keys moves to another node, which may be one that has had no slots. Everything else (silence, a refused
 * connection, a page of HTML, LOADING, a wrong password) means that no Redis is there.
 */
const REFUSALS =
  /^(NOSCRIPT|WRONGTYPE|TRYAGAIN|ERR max request size exceeded)\b|^Cannot find node /;
/**
 * Errors of a Redis that is there and does not do its work: it is full, cannot save, is a replica, or
 * the user may not. In a script, Redis 6 puts its own words before them.
 */
const UNABLE =
  /(?:^|: -)(OOM|MISCONF|READONLY|NOREPLICAS|NOPERM)\b|^ERR (ACL failure in script|The user executing the script)\b/;
const LONGEST_MESSAGE = 200;

/** Why Redis gave no result; the message holds no value, password or token. */
export class RedisError extends Error {
  override readonly name = "RedisError";
  /** True when Redis itself refused the command, and will take others. */
  readonly isRefusal: boolean;
  /** True when it refused what it has to take: it works no more than in part. */
  readonly isUnable: boolean;

  constructor(message: string) {
    super(message.slice(0, LONGEST_MESSAGE));
    this.isUnable = UNABLE.test(message);
    this.isRefusal = this.isUnable || REFUSALS.test(message);
  }
}

/** What a client threw, as a `RedisError`. */
export function asRedisError(error: unknown): RedisError {
  if (error instanceof RedisError) return error;
  if (!(error instanceof Error)) return new RedisError(String(error));
  const { message, cause } = error;
  // The client repeats the whole command, values and all, and prefixes what failed in a pipeline.
  const said = message.replace(/, command was: .*$/s, "").replace(/^Command failed: /, "");
  const why = cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : "";
  return new RedisError(`${said || error.name}${why}`);
}

/**
 * Throws unless a response has a result, or the refusal of a Redis, for each command of its request: a
 * proxy may send anything with status 200.
 * @returns the refusal by which Redis shows that it does not do its work, if there is one
 */
export function checkResponse(
  { path = [], body }: UpstashRequest,
  response: UpstashResponse<unknown>,
): RedisError | undefined {
  const isPipeline = path.length > 0;
  const results: unknown = isPipeline ? response : [response];
  const expected = isPipeline && Array.isArray(body) ? body.length : 1;
  if (!Array.isArray(results) || results.length !== expected) throw notFromRedis();
  let unable: RedisError | undefined;
  for (const one of results as readonly (Partial<UpstashResponse<unknown>> | null)[]) {
    if (typeof one?.error === "string" && one.error !== "") {
      const failure = new RedisError(one.error);
      if (!failure.isRefusal) throw failure;
      if (failure.isUnable) unable ??= failure;
    } else if (one?.result === undefined) {
      throw notFromRedis();
    }
  }
  return unable;
}

function notFromRedis(): RedisError {
  return new RedisError("The response is not from a Redis");
}
