import { hostname } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readConfiguration, variables } from "./configuration.ts";

const FILE = path.join(import.meta.dirname, "configuration.ts");
const LOU_UUID = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";

describe("readConfiguration", () => {
  it("needs nothing", () => {
    expect(readConfiguration({})).toMatchObject({
      PORT: 3000,
      PUBLIC_URL: "http://localhost:3000",
      DATA_DIR: "./data",
      TRUSTED_PROXY_HOPS: 0,
      PROFILE_FRESH_SECONDS: 1_200,
      PROFILE_STALE_SECONDS: 604_800,
      MISSING_SECONDS: 600,
      MOJANG_API_URL: "https://api.minecraftservices.com",
      MOJANG_SESSION_URL: "https://sessionserver.mojang.com",
      PLAYERDB_URL: "https://playerdb.co",
      NAME_HISTORY_URL: null,
      SOCIAL_LINKS: [],
      LOG_LEVEL: "info",
    });
  });

  it("drops slashes at the end of addresses and turns providers off", () => {
    const { MOJANG_API_URL, PLAYERDB_URL } = readConfiguration({
      MOJANG_API_URL: "http://127.0.0.1:9/mojang//",
      PLAYERDB_URL: "off",
    });
    expect([MOJANG_API_URL, PLAYERDB_URL]).toEqual(["http://127.0.0.1:9/mojang", null]);
  });

  it("takes IPv6 addresses with brackets and without, and a host of its own with and without a port", () => {
    for (const [HOST, host] of [
      ["[::]", "::"],
      ["::1", "::1"],
      ["[2001:db8::1]", "2001:db8::1"],
      ["0.0.0.0", "0.0.0.0"],
      ["localhost", "localhost"],
    ]) {
      expect(readConfiguration({ HOST }).HOST).toBe(host);
    }
    for (const url of ["https://players.example.org", "http://[::1]:3000", "http://host:8080"]) {
      expect(readConfiguration({ PUBLIC_URL: `${url}/` }).PUBLIC_URL).toBe(url);
    }
  });

  it("puts skin services around the game's own accounts, which come first", () => {
    const sourcesOf = (SKIN_SOURCES: string) => readConfiguration({ SKIN_SOURCES }).SKIN_SOURCES;
    const [a, b] = ["https://a.example/api", "http://b.example"] as const;
    expect(sourcesOf(`${a}, ${b}`)).toEqual({ before: [], after: [a, b] });
    // Some servers know only one of the two.
    expect(sourcesOf(`${a}/,${b}/`)).toEqual({ before: [], after: [`${a}/`, `${b}/`] });
    expect(sourcesOf(`${a},mojang,${b}`)).toEqual({ before: [a], after: [b] });
    expect(sourcesOf(`${a},${b},mojang`)).toEqual({ before: [a, b], after: [] });
    expect(sourcesOf("mojang")).toEqual({ before: [], after: [] });
    expect(readConfiguration({}).SKIN_SOURCES).toEqual({ before: [], after: [] });
  });

  it("takes ids in all their spellings for players who are excluded", () => {
    const EXCLUDED_PLAYERS = ` ${LOU_UUID.toUpperCase()}, 00000000-0000-0000-0009-cfc2799b6682,2761708961228418,0009CFC2799B6682`;
    expect([...readConfiguration({ EXCLUDED_PLAYERS }).EXCLUDED_PLAYERS]).toEqual([
      "dfb83a479bf3469583e7bdc34c28fa4e",
      "2761708961228418",
    ]);
    expect(readConfiguration({}).EXCLUDED_PLAYERS.size).toBe(0);
  });

  it("does not look at the folder of a store that is elsewhere", () => {
    const env = { DATA_DIR: FILE, REDIS_URL: "redis://localhost" };
    expect(readConfiguration(env).DATA_DIR).toBe(FILE);
  });

  it("takes a folder that is not there yet", () => {
    const DATA_DIR = path.join(import.meta.dirname, "not", "there");
    expect(readConfiguration({ DATA_DIR }).DATA_DIR).toBe(DATA_DIR);
  });

  it.each([
    "redis://localhost",
    "redis://127.0.0.1:6379/3",
    "redis://[::1]:6379/",
    "rediss://user:p%40ss@redis.example.org:6380/0",
  ])("takes %s for a Redis", (url) => {
    expect(readConfiguration({ REDIS_URL: url }).REDIS_URL).toBe(url);
  });

  it("understands what people and platforms write", () => {
    const ids = [LOU_UUID, "2761708961228418"];
    expect(
      readConfiguration({
        HTTPS_PROXY: "proxy:3128",
        http_proxy: "socks5://proxy:1080",
        NO_PROXY: "10.0.0.0/16,fd07:b51a::/64;<local>, [bad, http://x y",
        HOST: hostname(),
        LOG_LEVEL: "INFO",
        WEB_CONCURRENCY: "04",
        OBSERVED_HISTORY: "False",
        EXCLUDED_PLAYERS: `${ids.join(", ")},`,
        COMPAT_HOSTS: "a.example=crafthead,",
        SKIN_SOURCES: "mojang,",
      }),
    ).toMatchObject({
      HTTPS_PROXY: "http://proxy:3128",
      HTTP_PROXY: undefined,
      HOST: undefined,
      LOG_LEVEL: "info",
      WEB_CONCURRENCY: 4,
      OBSERVED_HISTORY: "off",
      EXCLUDED_PLAYERS: new Set([LOU_UUID.replaceAll("-", ""), "2761708961228418"]),
      COMPAT_HOSTS: new Map([["a.example", "crafthead"]]),
      SKIN_SOURCES: { before: [], after: [] },
    });
  });

  it("takes an empty value of any variable for an unset one", () => {
    const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, ""]));
    expect(readConfiguration(empty)).toEqual(readConfiguration({}));
  });
});
