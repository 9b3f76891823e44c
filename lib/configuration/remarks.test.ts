import { hostname } from "node:os";
import { expect, it } from "vitest";
import { readConfiguration } from "./configuration.ts";
import { remarksOn } from "./remarks.ts";

const on = (env: Record<string, string>) => remarksOn(env, readConfiguration(env));
const meant = (name: string, one: string) => `${name} is no variable of Nametag. Is ${one} meant?`;

it.each([
  [{ PUBLIC_ULR: "https://a.example" }, meant("PUBLIC_ULR", "PUBLIC_URL")],
  [{ REDIS_URI: "redis://a" }, meant("REDIS_URI", "REDIS_URL")],
  [{ LOGLEVEL: "debug" }, meant("LOGLEVEL", "LOG_LEVEL")],
  [{ https_proxy: "socks5h://proxy:1080" }, "HTTPS_PROXY is a SOCKS proxy"],
  [{ HOST: hostname() }, "HOST is the name of this machine"],
  [
    { UPSTREAM_RATE_FACTOR: "1000" },
    "UPSTREAM_RATE_FACTOR is 1000 against the real providers (MOJANG_API_URL, MOJANG_LEGACY_API_URL, MOJANG_SESSION_URL, GEYSER_API_URL): they will block this address. Leave it at 1 unless these are mirrors of your own.",
  ],
])("remarks on %j", (env, sentence) => {
  const remarks = on(env);
  expect(remarks).toEqual([expect.stringContaining(sentence)]);
});

it("says nothing about variables of others, nor of mirrors", () => {
  const mirror = "http://mirror.example";
  expect(
    on({
      PATH: "/bin",
      HOME: "/root",
      HOSTNAME: "box",
      FTP_PROXY: "http://proxy:1",
      ALL_PROXY: "socks5://proxy:1",
      no_proxy: "10.0.0.0/8",
      PORTS: "1",
      UPSTREAM_RATE_FACTOR: "1000",
      MOJANG_API_URL: mirror,
      MOJANG_LEGACY_API_URL: mirror,
      MOJANG_SESSION_URL: mirror,
      GEYSER_API_URL: mirror,
    }),
  ).toEqual([]);
});
