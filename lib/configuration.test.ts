import { describe, expect, it } from "vitest";
import { ConfigurationError, readConfiguration } from "./configuration.ts";

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
  ])("refuses %j in one sentence that names the variable", (env, sentence) => {
    expect(() => readConfiguration(env as Record<string, string>)).toThrow(ConfigurationError);
    expect(() => readConfiguration(env as Record<string, string>)).toThrow(sentence);
  });
});
