import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ALLOWANCES } from "../../lib/providers/providers.ts";
import type { Services } from "../../lib/services.ts";
import { openWorld, profileOf, requestTo } from "../world.ts";

const atRealRates = () => openWorld(() => ({ UPSTREAM_RATE_FACTOR: "1" }));

describe("the first minute of an installation, at the providers' real rates", () => {
  it.each([
    ["gives the first player both editions, whole", "username=Lantern_Lou"],
    ["gives the first player by UUID both editions", "uuid=dfb83a479bf3469583e7bdc34c28fa4e"],
    ["gives the first player by XUID both editions", "username=2761708961228418"],
  ])("%s", async (_, query) => {
    const { java, bedrock, warnings } = await profileOf(await atRealRates(), query);
    expect(java?.skin_texture).toMatch(/^[0-9a-f]{64}$/);
    expect(bedrock?.skin_texture).toMatch(/^[0-9a-f]{64}$/);
    expect([bedrock?.linked, warnings]).toEqual([true, undefined]);
  });

  it("shows a first page with twenty heads, and their profiles", async () => {
    const world = await atRealRates();
    const players = Array.from({ length: 20 }, (_, at) => `username=Extra_${at + 1}`);
    const targets = [
      ...players.map((query) => `/head?${query}`),
      ...players.map((query) => `/api?${query}&type=java`),
    ];
    const replies = await Promise.all(targets.map((target) => world.request(target)));
    expect(replies.map(({ status }) => status)).toEqual(targets.map(() => 200));
  });
});

const HOSTS = ["minecraftservices", "mojang-legacy"];
const sum = (of: (name: string) => number) => HOSTS.reduce((total, name) => total + of(name), 0);
const RATE = sum((name) => ALLOWANCES[name]?.rate ?? 0);
/** The tokens of the new buckets of both hosts. */
const NEW = sum((name) =>
  Math.floor((ALLOWANCES[name]?.burst ?? 0) * (ALLOWANCES[name]?.fresh ?? 1)),
);

describe("names, when the service is stopped and started again at once", () => {
  /** Requests more names than there are tokens for, each of which takes one. */
  const flood = (services: Services, round: number) =>
    Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        requestTo(services, `/api?username=a-${round}-${at}&type=java`, {
          client: `192.0.2.${at}`,
        }),
      ),
    );

  it.each([
    ["go on with what was left", true, 0],
    ["have a third of their bursts where the store was lost", false, NEW],
  ])("%s", async (_, isKept, more) => {
    const world = await atRealRates();
    const { control } = world.sandbox;
    const since = performance.now();
    await flood(world.services, 1);
    expect(control.count("mojang-*")).toBeGreaterThanOrEqual(NEW);
    await world.restart();
    const directory = mkdtempSync(path.join(tmpdir(), "nametag-test-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const services = isKept ? world.services : world.another({ DATA_DIR: directory });
    onTestFinished(() => services.close());
    await flood(services, 2);
    const seconds = (performance.now() - since) / 1_000;
    expect(control.count("mojang-*")).toBeLessThanOrEqual(NEW + more + 2 + RATE * seconds);
  });
});
