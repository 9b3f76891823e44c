/** A host and a port. */
export interface RedisNode {
  host: string;
  port: number;
}

/** The address of a Redis, and the login for it. */
export interface RedisPlace {
  /** One node, a cluster of which some nodes are named, or the master that sentinels name. */
  kind: "node" | "cluster" | "sentinel";
  /** Sentinels, where these name the master. */
  nodes: [RedisNode, ...RedisNode[]];
  tls: boolean;
  database: number;
  login: RedisLogin;
  /** The name of the master at its sentinels, and the login for them. */
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
const ENDS_IN_DATABASE = "must end in the number of a database, or nothing";

/**
 * Reads the URL of a Redis. `URL` cannot: several hosts with ports are no host to it.
 * @throws Error whose message says what the URL must be, and repeats nothing of it
 */
export function parseRedisUrl(url: string): RedisPlace {
  const parts = URL_PARTS.exec(url.trim())?.groups;
  if (parts === undefined) throw new Error(LIKE);
  const { tls, user = "", hosts = "", path = "", query } = parts;
  const kind = (parts["kind"] ?? "node") as RedisPlace["kind"];
  const place = {
    kind,
    nodes: nodesIn(hosts, kind),
    tls: tls === "s",
    database: databaseIn(path, kind),
  };
  if (kind === "sentinel") return { ...place, ...sentinelLogin(user, query) };
  if (query !== undefined) throw new Error(ENDS_IN_DATABASE);
  const [, username, password] = /^([^:]*)(?::(.*))?$/.exec(user) ?? [];
  return { ...place, login: login(decoded(username), decoded(password)) };
}

function nodesIn(hosts: string, kind: RedisPlace["kind"]): RedisPlace["nodes"] {
  const defaultPort = kind === "sentinel" ? 26_379 : 6_379;
  const [first, ...others] = hosts.split(",").map((host) => nodeAt(host, defaultPort));
  if (first === undefined) throw new Error(LIKE);
  if (others.length > 0 && kind === "node") {
    throw new Error(
      "must name one host, unless it begins with redis+cluster:// or redis+sentinel://",
    );
  }
  return [first, ...others];
}

function databaseIn(path: string, kind: RedisPlace["kind"]): number {
  const match = DATABASE.exec(path);
  if (match === null) throw new Error(ENDS_IN_DATABASE);
  const database = Number(match[1] ?? 0);
  if (kind === "cluster" && database > 0) {
    throw new Error("must end in no database but 0: a cluster has no other");
  }
  return database;
}

/** A sentinel URL has the name of the master where others have the user, so the logins are in the query. */
function sentinelLogin(name: string, query = "") {
  if (name === "" || name.includes(":")) {
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

/** A lone % cannot be decoded. */
function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    throw new Error(LIKE);
  }
}
