/** A host and a port. */
export interface RedisNode {
  host: string;
  port: number;
}

/** Where a Redis is, and how to log in to it. */
export interface RedisPlace {
  /** One node, a cluster of which some nodes are named, or the master that sentinels name. */
  kind: "node" | "cluster" | "sentinel";
  /** Of a master: its sentinels. */
  nodes: [RedisNode, ...RedisNode[]];
  tls: boolean;
  database: number;
  login: RedisLogin;
  /** What sentinels call the master, and how to log in to them. */
  sentinel?: { name: string; login: RedisLogin };
}

interface RedisLogin {
  username?: string;
  password?: string;
}

const URL_PARTS =
  /^redis(?<tls>s?)(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<user>[^\s\\@/?#]*)@)?(?<hosts>[^\s\\@/?#]+)(?<path>\/[^\s\\?#]*)?(?:\?(?<query>[^\s\\#]*))?$/;
const DATABASE = /^(?:\/(\d{0,5}))?$/;
const LOGINS = ["user", "password", "sentinel-user", "sentinel-password"];

const LIKE =
  "must be a URL like redis://host:6379 or rediss://user:password@host:6379/0, special characters of the password as %XX";

/**
 * Reads the URL of a Redis.
 * @throws Error whose message says what the URL must be, and repeats nothing of it
 */
export function parseRedisUrl(url: string): RedisPlace {
  const parts = URL_PARTS.exec(url.trim())?.groups;
  if (parts === undefined) throw new Error(LIKE);
  const { tls, user, hosts = "", path = "", query } = parts;
  const kind = (parts["kind"] ?? "node") as RedisPlace["kind"];
  const [first, ...others] = hosts
    .split(",")
    .map((host) => nodeAt(host, kind === "sentinel" ? 26_379 : 6_379));
  if (first === undefined) throw new Error(LIKE);
  if (others.length > 0 && kind === "node") {
    throw new Error(
      "must name one host, unless it begins with redis+cluster:// or redis+sentinel://",
    );
  }
  const [, database] = DATABASE.exec(path) ?? [undefined, undefined];
  if (!DATABASE.test(path) || (query !== undefined && kind !== "sentinel")) {
    throw new Error("must end in the number of a database, or nothing");
  }
  if (kind === "cluster" && Number(database ?? 0) > 0) {
    throw new Error("must end in no database but 0: a cluster has no other");
  }
  const where = {
    kind,
    nodes: [first, ...others] as RedisPlace["nodes"],
    tls: tls === "s",
    database: Number(database ?? 0),
  };
  if (kind === "sentinel") return { ...where, ...sentinelLogin(user, query) };
  const [, username, password] = /^([^:]*)(?::(.*))?$/.exec(user ?? "") ?? [];
  return { ...where, login: login(decoded(username), decoded(password)) };
}

/** The user info of a master is its name, so the logins are in the query. */
function sentinelLogin(name: string | undefined, query = "") {
  if (!name || name.includes(":")) {
    throw new Error(
      "must name the master that the sentinels watch, as in redis+sentinel://name@host1,host2,host3/0",
    );
  }
  const pairs = query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split("=") as [string, string?, ...string[]]);
  if (pairs.some(([key, value, ...rest]) => !LOGINS.includes(key) || !value || rest.length > 0)) {
    throw new Error(
      "must have nothing after ? but user, password, sentinel-user and sentinel-password, as in ?user=name&password=secret, special characters as %XX",
    );
  }
  const values = new Map(pairs.map(([key, value]) => [key, decoded(value)]));
  return {
    login: login(values.get("user"), values.get("password")),
    sentinel: {
      name: decoded(name) ?? "",
      login: login(values.get("sentinel-user"), values.get("sentinel-password")),
    },
  };
}

function login(username: string | undefined, password: string | undefined): RedisLogin {
  return { ...(username && { username }), ...(password && { password }) };
}

function nodeAt(text: string, defaultPort: number): RedisNode {
  const url = URL.canParse(`redis://${text}`) ? new URL(`redis://${text}`) : undefined;
  if (url === undefined || url.hostname === "") throw new Error(LIKE);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? defaultPort : Number(url.port),
  };
}

/** Who decodes a lone % trips over it. */
function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    throw new Error(LIKE);
  }
}
