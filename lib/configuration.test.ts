import path from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigurationError, readConfiguration } from "./configuration.ts";

const FILE = path.join(import.meta.dirname, "configuration.ts");

describe("readConfiguration", () => {
  it("needs nothing", () => {
    expect(readConfiguration({})).toMatchObject({
      PORT: 3000,
      HOST: "0.0.0.0",
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

  it("takes an empty variable for an unset one", () => {
    expect(readConfiguration({ PORT: "", REDIS_URL: "" }).PORT).toBe(3000);
  });

  it("drops slashes at the end of addresses and turns providers off", () => {
    const { MOJANG_API_URL, PLAYERDB_URL } = readConfiguration({
      MOJANG_API_URL: "http://127.0.0.1:9/mojang//",
      PLAYERDB_URL: "off",
    });
    expect([MOJANG_API_URL, PLAYERDB_URL]).toEqual(["http://127.0.0.1:9/mojang", null]);
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

  it.each([
    [{ PORT: "http" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
    [
      { PROFILE_FRESH_SECONDS: "20m" },
      "PROFILE_FRESH_SECONDS must be a whole number of seconds, at least 1.",
    ],
    [{ MISSING_SECONDS: "0" }, "MISSING_SECONDS"],
    [
      { MOJANG_API_URL: "api.minecraftservices.com" },
      "MOJANG_API_URL must be an http or https address.",
    ],
    [{ GEYSER_API_URL: "ftp://geyser" }, "GEYSER_API_URL must be an http or https address."],
    [{ PLAYERDB_URL: "no" }, "PLAYERDB_URL must be an address or off."],
    [{ TRUSTED_PROXY_HOPS: "-1" }, "TRUSTED_PROXY_HOPS must be a number from 0 to 9."],
    [{ SOCIAL_LINKS: "[" }, "SOCIAL_LINKS must be a JSON array."],
    [
      { SOCIAL_LINKS: '[{"platform":"x","label":"X","url":"javascript:alert(1)"}]' },
      "SOCIAL_LINKS",
    ],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
    [{ DATA_DIR: FILE }, `DATA_DIR must be a folder, and ${FILE} is not one.`],
    [{ DATA_DIR: `${FILE}/below/it` }, `DATA_DIR must be a folder, and ${FILE} is not one.`],
    [{ REDIS_URL: "localhost:6379" }, "REDIS_URL must be an address like redis://host:6379"],
    [{ REDIS_URL: "https://host" }, "REDIS_URL must be an address like redis://host:6379"],
    [{ REDIS_URL: "redis://" }, "REDIS_URL must be an address like redis://host:6379"],
    [{ REDIS_URL: "redis://host/one" }, "REDIS_URL must end in the number of a database"],
    [{ UPSTASH_REDIS_REST_URL: "eu1.upstash.io" }, "UPSTASH_REDIS_REST_URL must be an http"],
    [
      { UPSTASH_REDIS_REST_URL: "https://eu1.upstash.io", UPSTASH_REDIS_REST_TOKEN: "a b" },
      "UPSTASH_REDIS_REST_TOKEN must not contain spaces.",
    ],
    [
      { UPSTASH_REDIS_REST_URL: "https://eu1.upstash.io" },
      "UPSTASH_REDIS_REST_TOKEN must be set too, since UPSTASH_REDIS_REST_URL is.",
    ],
    [
      { UPSTASH_REDIS_REST_TOKEN: "token" },
      "UPSTASH_REDIS_REST_URL must be set too, since UPSTASH_REDIS_REST_TOKEN is.",
    ],
    [
      {
        REDIS_URL: "redis://host",
        UPSTASH_REDIS_REST_URL: "https://eu1.upstash.io",
        UPSTASH_REDIS_REST_TOKEN: "token",
      },
      "REDIS_URL must not be set together with UPSTASH_REDIS_REST_URL: there is one store.",
    ],
  ])("refuses %j in one sentence that names the variable", (env, sentence) => {
    expect(() => readConfiguration(env as Record<string, string>)).toThrow(ConfigurationError);
    expect(() => readConfiguration(env as Record<string, string>)).toThrow(sentence);
  });
});
