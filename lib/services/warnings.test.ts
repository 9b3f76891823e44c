import { request, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { openFront } from "../../testing/served.ts";
import { openWorld } from "../../testing/world.ts";
import { createWarnings } from "./warnings.ts";

const DOMAIN = expect.stringMatching(/^PUBLIC_URL is not set/) as string;
const PROXY = expect.stringMatching(/^TRUSTED_PROXY_HOPS is 0/) as string;
const SETTINGS = { PUBLIC_URL: "http://localhost:3000", PORT: 3000, TRUSTED_PROXY_HOPS: 0 };

/** Warnings of requests, and what the log says of them. */
function warningsOn(own: Partial<typeof SETTINGS> = {}) {
  const log: string[] = [];
  const logger = { warn: (sentence: string) => void log.push(sentence) };
  return { log, ...createWarnings({ ...SETTINGS, ...own }, [], logger) };
}

it.each<[headers: Record<string, string>, address: string, expected: string[]]>([
  [{ host: "players.example" }, "203.0.113.9", [DOMAIN]],
  [{ host: "Players.Example.:443" }, "::1", [DOMAIN]],
  [{ host: "127.0.0.1:3000", "x-forwarded-host": "players.example, inner" }, "::1", [DOMAIN]],
  [{ host: "nametag:3000" }, "10.0.0.7", []],
  [{ host: "nametag.games.svc:3000" }, "10.0.0.7", []],
  [{ host: "localhost:3000" }, "::1", []],
  [{ host: "192.0.2.1:3000" }, "192.0.2.9", []],
  [{ host: "[2001:db8::1]:3000" }, "::1", []],
  [{}, "::1", []],
  [{ "x-forwarded-for": "8.8.8.8" }, "::ffff:127.0.0.1", [PROXY]],
  [{ "x-forwarded-for": "8.8.8.8" }, "172.17.0.1", [PROXY]],
  [{ "x-forwarded-for": "8.8.8.8" }, "fd00::1", [PROXY]],
  [{ "x-forwarded-for": "8.8.8.8" }, "1.1.1.1", []],
  [{ host: "a.example", "x-forwarded-for": "8.8.8.8" }, "::1", [DOMAIN, PROXY]],
])("notices in %j from %s: %j", (headers, remoteAddress, expected) => {
  const { list, notice, log } = warningsOn();
  for (let time = 0; time < 2; time += 1) notice({ headers, socket: { remoteAddress } });
  expect(list()).toEqual(expected);
  expect(log).toEqual(list());
});

it("notices nothing where both are set", () => {
  const { list, notice } = warningsOn({ PUBLIC_URL: "https://a.example", TRUSTED_PROXY_HOPS: 1 });
  const headers = { host: "a.example", "x-forwarded-for": "8.8.8.8" };
  notice({ headers, socket: { remoteAddress: "127.0.0.1" } });
  expect(list()).toEqual([]);
});

it("says it on /api/ready, with the remarks, and on /api/status", async () => {
  const world = await openWorld(() => ({ PUBLIC_ULR: "https://a.example" }));
  const { port } = await openFront(world);
  const warningsAt = async (path: string, headers: Record<string, string> = {}) => {
    const response = await new Promise<IncomingMessage>((resolve) => {
      request({ port, path, headers, agent: false }, resolve).end();
    });
    expect(response.statusCode).toBe(200);
    return (JSON.parse(String(await buffer(response))) as { warnings: string[] }).warnings;
  };
  const remark = expect.stringMatching(/^PUBLIC_ULR is no variable/) as string;
  expect(await warningsAt("/api/ready")).toEqual([remark]);
  await warningsAt("/api/health", { host: "players.example", "x-forwarded-for": "8.8.8.8" });
  expect(await warningsAt("/api/ready")).toEqual([remark, DOMAIN, PROXY]);
  expect(await warningsAt("/api/status")).toEqual([remark, DOMAIN, PROXY]);
});
