/**
 * What a Redis that works says no with: it needs no rest. Everything else (silence, a closed door, a
 * page of HTML, LOADING, a wrong password) means that there is no Redis to ask.
 */
const ANSWERS =
  /^(NOSCRIPT|WRONGTYPE|OOM|MISCONF|READONLY|NOREPLICAS|ERR max request size exceeded)\b/;
const LONGEST_MESSAGE = 200;

/** Why Redis gave no result; the message holds no value, password or token. */
export class RedisError extends Error {
  override readonly name = "RedisError";
  /** True when Redis itself refused the command, and will take others. */
  readonly answered: boolean;

  constructor(message: string) {
    super(message.slice(0, LONGEST_MESSAGE));
    this.answered = ANSWERS.test(message);
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

/** True when a key holds something else than a string. */
export function isWrongType(error: unknown): boolean {
  return asRedisError(error).message.startsWith("WRONGTYPE");
}
