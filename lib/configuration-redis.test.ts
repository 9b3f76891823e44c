import { expect, it } from "vitest";
import { parseRedisUrl } from "./configuration-redis.ts";

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
