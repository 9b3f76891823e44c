import { spawnSync } from "node:child_process";
import { readMetrics, sumOf } from "../lib/testing/metrics-text.ts";
import { expect, test } from "./support/test.ts";
import { withWorld } from "./support/world.ts";

const requests = "nametag_requests_total";

test("counts finished answers and pages like all others", () =>
  withWorld({}, async ({ service }) => {
    const target = `${service.url}/api?social=1`;
    for (let at = 0; at < 20; at++) await (await fetch(target)).arrayBuffer();
    await (await fetch(`${service.url}/en`)).arrayBuffer();
    await (await fetch(`${service.url}/en/no/such/page`)).arrayBuffer();
    const text = await scrape(service.url);
    expect(sumOf(text, requests, { route: "/api", cache: "hit" })).toBe(20);
    expect(sumOf(text, "nametag_finished_hits_total")).toBe(19);
    expect(sumOf(text, requests, { route: "page", status: "200" })).toBe(1);
    expect(sumOf(text, requests, { route: "page", status: "404" })).toBe(1);
  }));

test.describe("two processes", () => {
  const ASKED = 40;

  test("speak for both, whichever is asked", () =>
    withWorld({ WEB_CONCURRENCY: "2" }, async ({ service }) => {
      for (let at = 0; at < ASKED; at++) await get(`${service.url}/api/health`);
      for (let at = 0; at < 6; at++) {
        const text = await scrape(service.url);
        expect(sumOf(text, requests, { route: "/api/health" })).toBe(ASKED);
        expect(sumOf(text, requests, { route: "/api/metrics" })).toBe(at);
        expect(sumOf(text, "nametag_processes")).toBe(2);
        expect(sumOf(text, "nametag_build_info")).toBe(1);
        expect(sumOf(text, "nametag_store_up", { store: "values" })).toBe(1);
        const families = readMetrics(text);
        expect(families.get("process_resident_memory_bytes")?.lines).toHaveLength(1);
      }
      const texts = await Promise.all(Array.from({ length: 10 }, () => scrape(service.url)));
      for (const text of texts) {
        expect(sumOf(text, requests, { route: "/api/health" })).toBe(ASKED);
      }
    }));

  test("do not wait for one that hangs, and count on when it is replaced", () =>
    withWorld({ WEB_CONCURRENCY: "2" }, async ({ service }) => {
      const [member = 0] = membersOf(service.pid);
      process.kill(member, "SIGSTOP");
      const asked = performance.now();
      const texts = await Promise.allSettled(
        Array.from({ length: 6 }, () => scrape(service.url, 3_000)),
      );
      // Connections that the hanging process was given get no answer.
      const given = texts.flatMap((text) => (text.status === "fulfilled" ? [text.value] : []));
      expect(given.length).toBeGreaterThan(0);
      for (const text of given) expect(sumOf(text, "nametag_processes")).toBe(1);
      expect(performance.now() - asked).toBeLessThan(4_000);

      process.kill(member, "SIGKILL");
      await expect
        .poll(async () => sumOf(await scrape(service.url), "nametag_processes"), {
          timeout: 15_000,
        })
        .toBe(2);
      await service.stop();
    }));
});

async function scrape(url: string, milliseconds = 5_000): Promise<string> {
  return get(`${url}/api/metrics`, milliseconds);
}

/** Asks on a connection of its own, so that the processes take turns. */
async function get(url: string, milliseconds = 5_000): Promise<string> {
  const response = await fetch(url, {
    headers: { connection: "close" },
    signal: AbortSignal.timeout(milliseconds),
  });
  expect(response.status).toBe(200);
  return response.text();
}

/** The processes that a process has started. */
function membersOf(pid: number): number[] {
  const { stdout } = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).map(Number);
}
