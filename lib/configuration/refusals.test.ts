import path from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigurationError, readConfiguration, variables } from "./configuration.ts";

const FILE = path.join(import.meta.dirname, "configuration.ts");
const SECRET = "s3cr3t";
const LOU_UUID = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";

const NO_ADDRESSES = [
  "foo",
  "127.0.0.1:6379",
  "localhost:3000",
  "//host",
  "ftp://host",
  "http:host",
  "http://",
  "http://host:99999",
  "http://[::1",
  "http://host\n.example.org",
  "javascript:alert(1)",
  `http://user:${SECRET}@host`,
  `http://host/?token=${SECRET}`,
  `http://host/#${SECRET}`,
];
const NO_SECONDS = [
  "0",
  "-1",
  "abc",
  "1.5",
  "1e3",
  " 5",
  "5 ",
  "20m",
  "1000000000",
  "9".repeat(400),
];
const NO_SECRETS = [`a ${SECRET}`, `${SECRET}\n`, `${SECRET}é`, `${SECRET}\0`, " "];
const NO_FOLDERS = [" ", "a\0b"];
const link = (url: unknown) => JSON.stringify([{ platform: "x", label: "X", url }]);

const WRONG: Record<string, string[]> = {
  PORT: ["70000", "65536", "-1", "abc", "80 ", "1e3", "0x50", "8.0", "٨٠", "9".repeat(400)],
  HOST: [" ", "a b", "http://host", "0.0.0.0:80", "[::1]:80", "[0.0.0.0]", "[host]", "host/path"],
  PUBLIC_URL: [
    ...NO_ADDRESSES,
    "https://host/mc",
    "https://host/mc/",
    "https://host/a/b",
    "https://host/.",
  ],
  DATA_DIR: [...NO_FOLDERS, "~/data", FILE],
  COMPAT_HOSTS: ["crafthead", "a=b", "=crafthead", "a=crafthead=b", "a b=minotar"],
  COMPAT_ROOT: [" ", "Crafthead", "nobody", "crafthead,minotar", "__proto__"],
  UPSTASH_REDIS_REST_URL: NO_ADDRESSES,
  UPSTASH_REDIS_REST_TOKEN: NO_SECRETS,
  REDIS_URL: [
    "127.0.0.1:6379",
    "localhost:6379",
    "foo",
    "//host",
    "redis://",
    "http://host",
    "redis://ho st",
    "redis://host/one",
    "redis://host/123456",
    `redis+tls://user:${SECRET}@host`,
    `redis://user:${SECRET}@host:99999`,
    `${SECRET}@host:6379`,
    `redis://user:${SECRET}%@host`,
    `redis://user:${SECRET}/x@host:6379`,
    `redis://user:${SECRET}#x@host:6379`,
    `redis://host/0?password=${SECRET}`,
    `redis://host#${SECRET}`,
    "redis://one,two",
    "redis+cluster://",
    "redis+cluster://one,",
    "redis+cluster://one,two/1",
    `redis+cluster://user:${SECRET}@one,two:99999`,
    `redis+cluster://one?password=${SECRET}`,
    "redis+sentinel://one,two",
    `redis+sentinel://name:${SECRET}@one,two`,
    `redis+sentinel://name@one/0?secret=${SECRET}`,
    `redis+sentinel://name@one/0?password=${SECRET}=`,
    "redis+sentinel://name@one/0?password",
  ],
  REDIS_TLS_CA: [" ", "/nowhere/ca.pem", FILE, path.dirname(FILE)],
  WEB_CONCURRENCY: ["0", "-1", "abc", "1.5", "2 ", "1e1", "100", "9".repeat(400)],
  TRUSTED_PROXY_HOPS: ["-1", "1.5", "1e3", "10", "true", "9".repeat(400)],
  PROFILE_FRESH_SECONDS: NO_SECONDS,
  PROFILE_STALE_SECONDS: NO_SECONDS,
  MISSING_SECONDS: NO_SECONDS,
  UPSTREAM_RATE_FACTOR: ["0", "0.000", "-1", "abc", "1e9", "1000000", "0.0001", "Infinity", "NaN"],
  EGRESS_NAME: ["a b", "a/b", "x".repeat(65), " "],
  HTTPS_PROXY: ["proxy:3128/path", "http://", "http://proxy/path", SECRET],
  HTTP_PROXY: ["proxy.example.org", "ftp://proxy", `http://user:${SECRET}@`, `http://a ${SECRET}`],
  MOJANG_API_URL: NO_ADDRESSES,
  MOJANG_LEGACY_API_URL: NO_ADDRESSES,
  MOJANG_SESSION_URL: NO_ADDRESSES,
  MOJANG_TEXTURES_URL: NO_ADDRESSES,
  GEYSER_API_URL: [...NO_ADDRESSES, "OFF", "no"],
  PLAYERDB_URL: [...NO_ADDRESSES, "OFF", "no"],
  XBOX_PROFILE_URL: NO_ADDRESSES,
  XBOX_AUTH_DIR: NO_FOLDERS,
  OPENXBL_URL: NO_ADDRESSES,
  OPENXBL_API_KEY: NO_SECRETS,
  NAME_HISTORY_URL: [...NO_ADDRESSES, "OFF"],
  SKIN_SOURCES: [
    ...NO_ADDRESSES,
    "mojang,mojang",
    "Mojang,https://skins.example",
    "https://skins.example,https://skins.example",
    "https://skins.example/one,mojang,https://SKINS.example:443/two",
  ],
  THIRD_PARTY_CAPES: ["on", "OptiFine", "optifine,labymod", "http://s.optifine.net"],
  OPTIFINE_URL: NO_ADDRESSES,
  SOCIAL_LINKS: [
    "[",
    "{}",
    SECRET,
    "[1]",
    `{"token":"${SECRET}"}`,
    `[{"platform":"x","label":"X","token":"${SECRET}"}]`,
    '[{"platform":"","label":"X","url":"https://example.org"}]',
    '[{"platform":1,"label":"X","url":"https://example.org"}]',
    link(7),
    link("javascript:alert(1)"),
    link(`ftp://user:${SECRET}@host`),
  ],
  SOURCE_URL: NO_ADDRESSES,
  OPERATOR_NAME: [" ", "a".repeat(61), "two\nlines", "nul\0", "\u202eturned"],
  CONTACT_URL: [
    ...NO_ADDRESSES,
    "you@example.org",
    "mailto:",
    "mailto:a b@example.org",
    "mailto:a@b\nContact: evil",
  ].filter((address) => !address.includes(SECRET)),
  OBSERVED_HISTORY: ["maybe", "2", " ", "on,off"],
  EXCLUDED_PLAYERS: ["Lantern_Lou", "1234", `${LOU_UUID};${LOU_UUID}`],
  BEDROCK_PREFIX: [" ", "BE _", "É", "a".repeat(16), "BE_\n"],
  LOG_LEVEL: ["loud", "30", " info", "info "],
};
const wrongValues = Object.entries(WRONG).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
);
/** A variable's own value is looked at only if these are set beside it. */
const PARTNERS: Record<string, Record<string, string>> = {
  UPSTASH_REDIS_REST_URL: { UPSTASH_REDIS_REST_TOKEN: "token" },
  UPSTASH_REDIS_REST_TOKEN: { UPSTASH_REDIS_REST_URL: "https://eu1.upstash.io" },
  REDIS_TLS_CA: { REDIS_URL: "rediss://host" },
};

describe("a wrong configuration", () => {
  it.each([
    [
      { PROFILE_FRESH_SECONDS: "20m" },
      "PROFILE_FRESH_SECONDS must be a whole number of seconds from 1 to 999999999.",
    ],
    [
      { MOJANG_API_URL: "api.minecraftservices.com" },
      "MOJANG_API_URL must be an http or https URL.",
    ],
    [
      { PUBLIC_URL: "https://example.org/mc" },
      "PUBLIC_URL must not have a path: give Nametag a host name of its own, such as https://players.example.org.",
    ],
    [
      { HOST: "[::]:3000" },
      "HOST must be an IP address or a host name, without a port, which is in PORT.",
    ],
    [{ GEYSER_API_URL: "ftp://geyser" }, "GEYSER_API_URL must be off, or an http or https URL"],
    [{ TRUSTED_PROXY_HOPS: "-1" }, "TRUSTED_PROXY_HOPS must be a number from 0 to 9."],
    [
      { SOCIAL_LINKS: "[" },
      'SOCIAL_LINKS must be a JSON array of {"platform", "label", "url"}, all of them strings, each url an http or https URL.',
    ],
    [
      { SOCIAL_LINKS: '[{"platform":"x","label":"X","url":"javascript:alert(1)"}]' },
      "each url an http or https URL (wrong at 0.url).",
    ],
    [
      { LOG_LEVEL: "loud" },
      "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.",
    ],
    [{ DATA_DIR: FILE }, `DATA_DIR must be a folder, and ${FILE} is not one.`],
    [{ DATA_DIR: `${FILE}/below/it` }, `DATA_DIR must be a folder, and ${FILE} is not one.`],
    [{ REDIS_URL: "localhost:6379" }, "REDIS_URL must be a URL like redis://host:6379"],
    [{ REDIS_URL: "redis://host/one" }, "REDIS_URL must end in the number of a database"],
    [
      { UPSTASH_REDIS_REST_URL: "https://eu1.upstash.io", UPSTASH_REDIS_REST_TOKEN: "a b" },
      "UPSTASH_REDIS_REST_TOKEN must not contain spaces or characters outside ASCII.",
    ],
    [
      { UPSTASH_REDIS_REST_URL: "https://eu1.upstash.io" },
      "UPSTASH_REDIS_REST_TOKEN must be set too, since UPSTASH_REDIS_REST_URL is.",
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
    expect(refusalOf(env as Record<string, string>)).toContain(sentence);
  });

  it("refuses every wrong value in one line that shows nothing of a secret", () => {
    const wrong = wrongValues.flatMap(([name, value]) => {
      const sentence = refusalOf({ ...PARTNERS[name], [name]: value }) ?? "accepted";
      const isOneLine = new RegExp(`^${name} must [^\\n]+\\.$`).test(sentence);
      return isOneLine && !sentence.includes(SECRET) ? [] : [{ name, value, sentence }];
    });
    expect(wrong).toEqual([]);
  });

  it("has a wrong value for every variable", () => {
    const tried = new Set(wrongValues.map(([name]) => name));
    // A machine's NO_PROXY is its own matter: nothing in it is refused.
    expect([...tried, "NO_PROXY"].toSorted()).toEqual(Object.keys(variables).toSorted());
  });
});

/** The sentence with which a configuration is refused; undefined when it is accepted. */
function refusalOf(env: Record<string, string>): string | undefined {
  try {
    readConfiguration(env);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
}
