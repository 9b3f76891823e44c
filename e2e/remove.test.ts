import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/prepare.mjs";
import { routing } from "../site/i18n/routing.ts";
import { askRedis, startRedis } from "../testing/redis.ts";
import { runProgram } from "../testing/run-program.ts";
import { environmentOf, withSandbox } from "./support/service.ts";
import { settings } from "./support/settings.ts";

/** The page and the image are in the store of responses, too. */
const TARGETS = [
  "/api?username=Lantern_Lou",
  "/api/history?username=Lantern_Lou",
  "/head?username=Lantern_Lou",
  "/en/player/Lantern_Lou",
  "/api?recent=1",
];
const REQUESTS = 30;
const LOU = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";

const documented = (file: string, pattern: RegExp) =>
  pattern.exec(readFileSync(path.join(root, file), "utf8"))?.[0] ?? "";
const COMMAND = /^npm run data -- remove .+$/m;
const command = documented("docs/running.md", COMMAND);
const ACL = documented("docs/running.md", /^ACL SETUSER .+$/m);

/** A Redis that lets the service do what the documentation says that it needs. */
async function redisWithAcl() {
  const redis = await startRedis();
  await askRedis(redis.url, ACL.split(" "));
  const url = redis.url.replace("//", "//nametag:PASSWORD@");
  return { url, close: redis.close };
}

// `lib/data/remove.test.ts` has all stores.
const STORES: Record<string, () => Promise<{ url?: string; close?: () => Promise<unknown> }>> = {
  SQLite: async () => ({}),
  "Redis with the documented ACL": redisWithAcl,
};

test("the documentation has one command", () => {
  expect(command).toBe("npm run data -- remove Lantern_Lou");
  for (const id of routing.locales)
    expect(documented(`content/docs/${id}/privacy.mdx`, COMMAND)).toBe(command);
});

test.each(Object.entries(STORES))("it removes a player from %s and both processes", (_, open) =>
  withSandbox(async ({ directory, start, sandbox }) => {
    const { url: REDIS_URL, close } = await open();
    const store = REDIS_URL === undefined ? {} : { REDIS_URL };
    try {
      const { url } = await start({ ...settings.twoProcesses, ...store }, { pages: false });
      const connections = Array.from({ length: REQUESTS }, (__, index) => index);
      /** Asks both processes: each of so many connections is accepted by either. */
      const askBoth = async (target: string) =>
        Promise.all(
          connections.map(async () => {
            const response = await fetch(url + target, { headers: { connection: "close" } });
            return response.text();
          }),
        );
      for (const target of TARGETS) await askBoth(target);
      await expect.poll(async () => (await askBoth("/api?recent=1")).join()).toContain("Lantern");

      const quiet = { npm_config_update_notifier: "false" };
      const env = environmentOf({ DATA_DIR: directory, HOME: directory, ...quiet, ...store });
      const removed = await runProgram("sh", ["-c", command], root, env);
      expect([removed.stderr, removed.code]).toEqual(["", 0]);
      expect(removed.stdout).toMatch(
        new RegExp(`^Removed Lantern_Lou \\(Java, ${LOU}\\): histories 1, `, "m"),
      );
      expect((await askBoth("/api?recent=1")).join()).not.toContain("Lantern_Lou");

      // Nothing of the page and the profile is left in memory: the next one is loaded again, once.
      sandbox.control.reset();
      for (const target of TARGETS.slice(0, -1)) await askBoth(target);
      expect(sandbox.control.count("mojang-session.*")).toBe(1);
    } finally {
      await close?.();
    }
  }),
);
