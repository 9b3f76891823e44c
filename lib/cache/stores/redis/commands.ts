import type { Channel } from "../store.ts";

/** Every key of ours begins with this; the number is the version of all that follows it. */
export const KEY_PREFIX = "nametag:1";

/**
 * The part of a key that decides which node of a cluster has it.
 * @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/
 */
export const hashTagOf = (key: string) => /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key;

/** The commands that the service needs of a Redis, over HTTP and over TCP. */
export interface RedisCommands {
  get(key: string): Promise<string | null>;
  /** With `px` for so many milliseconds; with `nx` only where there is nothing, else it gives null. */
  set(key: string, value: string, options?: { px?: number; nx?: true }): Promise<string | null>;
  del(key: string): Promise<number>;
  pttl(key: string): Promise<number>;
  eval(script: string, keys: string[], values: string[]): Promise<unknown>;
  evalsha(digest: string, keys: string[], values: string[]): Promise<unknown>;
}

/** A node that takes writes. */
export interface RedisMaster {
  /** Its address in a cluster; "" where there is one node. */
  name: string;
  /** Sends any command. */
  send(command: [name: string, ...parts: string[]]): Promise<unknown>;
}

/** How commands get to a Redis: over HTTP (upstash.ts) or over TCP (tcp.ts). */
export interface RedisTransport {
  kind: "upstash" | "node" | "cluster" | "sentinel";
  /** Says in words for the log which Redis it is; without any secret. */
  description: string;
  /**
   * Commands that take so many milliseconds at most, by default the usual limit. Those of one moment are joined into
   * one request where each request costs, unless each is to be alone: for long values, and for what must not wait.
   */
  commands(withinMs?: number, isAlone?: boolean): Promise<RedisCommands>;
  /** The name of the node that a key is on now. */
  nodeOf(key: string): string;
  masters(withinMs?: number): Promise<RedisMaster[]>;
  /** How many slots of a connected cluster have no node. */
  missingSlots(): number;
  /** Tells whether another node takes over from one that is gone. */
  canFailOver(): boolean;
  /** Messages between processes; there are none over HTTP. */
  channel?: Channel;
  close(): void;
}

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
  /** True when it refused a command that it has to take: it works no more than in part. */
  readonly isUnable: boolean;

  constructor(message: string) {
    super(message.slice(0, LONGEST_MESSAGE));
    this.isUnable = UNABLE.test(message);
    this.isRefusal = this.isUnable || REFUSALS.test(message);
  }
}

/** A `RedisError` for anything that a client threw. */
export function asRedisError(error: unknown): RedisError {
  if (error instanceof RedisError) return error;
  if (!(error instanceof Error)) return new RedisError(String(error));
  const { message, cause } = error;
  // Upstash's client repeats the whole command, values and all, and puts a prefix before an error in a pipeline.
  const said = message.replace(/, command was: .*$/s, "").replace(/^Command failed: /, "");
  const why = cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : "";
  return new RedisError(`${said || error.name}${why}`);
}
