import { expect, it, onTestFinished } from "vitest";
import { parseRedisUrl } from "./redis.ts";
import { readConfiguration } from "./configuration.ts";
import { createCertificates } from "../../testing/certificates.ts";

const node = (host: string, port = 6_379) => ({ host, port });

it.each([
  ["redis://host", { kind: "node", nodes: [node("host")], tls: false, database: 0, login: {} }],
  [
    "rediss://user:p%40ss%3A@[2001:db8::7]:7000/2",
    {
      kind: "node",
      nodes: [node("2001:db8::7", 7_000)],
      tls: true,
      database: 2,
      login: { username: "user", password: "p@ss:" },
    },
  ],
  ["redis://:secret@host", { login: { password: "secret" } }],
  ["redis://user@host", { login: { username: "user" } }],
  [
    "rediss+cluster://user:secret@one,two:7001,[::1]:7002/0",
    {
      kind: "cluster",
      nodes: [node("one"), node("two", 7_001), node("::1", 7_002)],
      tls: true,
      login: { username: "user", password: "secret" },
    },
  ],
  ["redis+cluster://one", { kind: "cluster", nodes: [node("one")], database: 0, login: {} }],
  [
    "redis+sentinel://name@one,two:26380/1",
    {
      kind: "sentinel",
      nodes: [node("one", 26_379), node("two", 26_380)],
      database: 1,
      login: {},
      sentinel: { name: "name", login: {} },
    },
  ],
  [
    "rediss+sentinel://my%20name@one?user=u&password=p%26%2B+&sentinel-user=su&sentinel-password=sp",
    {
      kind: "sentinel",
      tls: true,
      login: { username: "u", password: "p&++" },
      sentinel: { name: "my name", login: { username: "su", password: "sp" } },
    },
  ],
] as const)("reads %s", (url, place) => {
  expect(parseRedisUrl(url)).toMatchObject(place);
});

it.each([
  [
    { REDIS_URL: "redis://one,two" },
    "REDIS_URL must name one host, unless it begins with redis+cluster:// or redis+sentinel://.",
  ],
  [
    { REDIS_URL: "rediss+cluster://one,two/3" },
    "REDIS_URL must end in no database but 0: a cluster has no other.",
  ],
  [
    { REDIS_URL: "redis+sentinel://one,two" },
    "REDIS_URL must name the master that the sentinels watch, as in redis+sentinel://name@host1,host2,host3/0.",
  ],
  [
    { REDIS_URL: "redis+sentinel://name@one?db=2" },
    "REDIS_URL must have nothing after ? but user, password, sentinel-user and sentinel-password, as in ?user=name&password=secret, special characters as %XX.",
  ],
  [
    { REDIS_URL: "rediss://host", REDIS_TLS_CA: import.meta.filename },
    "REDIS_TLS_CA must be a file of certificates in PEM.",
  ],
])("refuses %j in one sentence", (env, sentence) => {
  expect(() => readConfiguration(env)).toThrow(sentence);
});

it("takes certificates only for a connection that is encrypted", () => {
  const { ca, remove } = createCertificates();
  onTestFinished(remove);
  expect(() => readConfiguration({ REDIS_URL: "redis+cluster://host", REDIS_TLS_CA: ca })).toThrow(
    "REDIS_TLS_CA must not be set unless REDIS_URL begins with rediss.",
  );
  const { REDIS_TLS_CA } = readConfiguration({ REDIS_URL: "rediss://host", REDIS_TLS_CA: ca });
  expect(REDIS_TLS_CA).toContain("-----BEGIN CERTIFICATE-----");
});
