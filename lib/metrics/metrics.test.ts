import { describe, expect, it } from "vitest";
import { readMetrics, sumOf } from "../../testing/metrics-text.ts";
import { startDeadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { createObserver } from "../providers/upstream/guards.ts";
import { createMetrics, type MetricSources } from "./metrics.ts";

const NO_SOURCES = {
  buckets: () => [],
  breakers: () => [],
  stores: () => [],
  cachedResponses: () => ({ entries: 0, bytes: 0 }),
  isReady: () => true,
  processes: 2,
  freeDiskBytes: () => undefined,
};

function createTestMetrics(options: Partial<MetricSources> = {}) {
  const metrics = createMetrics();
  metrics.watch({ version: "1.2.3", ...NO_SOURCES, ...options });
  return metrics;
}

describe("gauges", () => {
  const bucket = {
    bucket: "mojang",
    tokens: 3.5,
    rate: 0.5,
    configuredRate: 1,
    waiting: 7,
    pausedForSeconds: 12,
    storeFails: true,
  };

  it("are read from their sources on each scrape, without samples of removed ones", async () => {
    let buckets = [bucket, { ...bucket, bucket: "geyser", storeFails: false }];
    let state: "closed" | "garbled" | "open" = "open";
    let entries = 5;
    const metrics = createTestMetrics({
      buckets: () => buckets,
      breakers: () => [{ provider: "geyser", operation: "xuid", state }],
      stores: () => [{ store: "values", kind: "redis", ok: false }],
      cachedResponses: () => ({ entries, bytes: entries * 100 }),
    });
    const first = await metrics.text();
    const of = { bucket: "mojang" };
    expect(sumOf(first, "nametag_budget_tokens", of)).toBe(3.5);
    expect(sumOf(first, "nametag_budget_rate", of)).toBe(0.5);
    expect(sumOf(first, "nametag_budget_rate_configured", of)).toBe(1);
    expect(sumOf(first, "nametag_budget_waiting", of)).toBe(7);
    expect(sumOf(first, "nametag_budget_paused_seconds", of)).toBe(12);
    expect(sumOf(first, "nametag_budget_alone")).toBe(1);
    expect(sumOf(first, "nametag_breaker_state", { provider: "geyser" })).toBe(2);
    expect(sumOf(first, "nametag_store_up", { store: "values", kind: "redis" })).toBe(0);
    expect(sumOf(first, "nametag_cached_response_bytes")).toBe(500);

    buckets = [];
    state = "garbled";
    entries = 6;
    const second = await metrics.text();
    expect(readMetrics(second).get("nametag_budget_tokens")?.lines).toEqual([]);
    expect(sumOf(second, "nametag_breaker_state")).toBe(1);
    expect(sumOf(second, "nametag_cached_responses")).toBe(6);
    expect(sumOf(second, "nametag_cached_response_bytes")).toBe(600);
  });

  it("have no sample of what is not known", async () => {
    const text = await createTestMetrics({ freeDiskBytes: () => undefined }).text();
    expect(readMetrics(text).get("nametag_disk_free_bytes")?.lines ?? []).toEqual([]);
  });

  it("show the delay of the event loop", async () => {
    const p99 = async (metrics: ReturnType<typeof createTestMetrics>) =>
      sumOf(await metrics.text(), "nametag_event_loop_delay_p99_seconds");
    const busy = createTestMetrics();
    // More than once, since the monitor needs a sample before and after.
    for (let times = 0; times < 3; times += 1) {
      const until = performance.now() + 150;
      while (performance.now() < until);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await p99(busy)).toBeGreaterThan(0.08);
  });
});

describe("several processes", () => {
  it("are combined as each metric defines", async () => {
    const one = createTestMetrics({
      freeDiskBytes: () => 5,
      breakers: () => [{ provider: "geyser", operation: "xuid", state: "open" }],
      stores: () => [{ store: "values", kind: "embedded", ok: true }],
    });
    const other = createTestMetrics({
      isReady: () => false,
      freeDiskBytes: () => 4,
      breakers: () => [{ provider: "geyser", operation: "xuid", state: "closed" }],
      stores: () => [{ store: "values", kind: "embedded", ok: false }],
    });
    const response = { route: "/api", status: 200, cache: "hit" } as const;
    one.response({ ...response, seconds: 0.002 });
    other.response({ ...response, seconds: 0.2 });
    other.response({ ...response, status: 404, seconds: 0.2 });
    other.hitCounter(response).whole += 10;
    expect(sumOf(await one.text(), "nametag_processes")).toBe(1);
    one.gatherThrough(() => Promise.all([one.snapshot(), other.snapshot()]));
    const text = await one.text();

    expect(sumOf(text, "nametag_requests_total", { status: "200" })).toBe(12);
    expect(sumOf(text, "nametag_requests_total")).toBe(13);
    expect(sumOf(text, "nametag_cached_response_hits_total")).toBe(10);
    const durations = readMetrics(text).get("nametag_request_duration_seconds")?.lines ?? [];
    const upTo = (le: string) => durations.find(({ labels }) => labels["le"] === le)?.value;
    expect([upTo("0.001"), upTo("0.0025"), upTo("0.25"), upTo("+Inf")]).toEqual([0, 1, 3, 3]);
    expect(sumOf(text, "nametag_processes")).toBe(2);
    expect(sumOf(text, "nametag_processes_configured")).toBe(2);
    expect(sumOf(text, "nametag_ready")).toBe(0);
    expect(sumOf(text, "nametag_disk_free_bytes")).toBe(4);
    expect(sumOf(text, "nametag_build_info", { version: "1.2.3" })).toBe(1);
    expect(sumOf(text, "nametag_breaker_state")).toBe(2);
    expect(sumOf(text, "nametag_store_up")).toBe(0);
    const started = sumOf(text, "process_start_time_seconds");
    expect(Math.abs(started - (Date.now() / 1_000 - process.uptime()))).toBeLessThan(5);
  });
});

describe("callEnded", () => {
  const call = {
    provider: "geyser",
    operation: "xuid",
    url: "http://localhost/",
    about: null,
    deadline: startDeadline(1_000),
    read: () => null,
  };
  const failing = (error: Error) => async () => {
    throw error;
  };

  it("passes results on, and times only calls that were sent", async () => {
    const { callEnded, text } = createTestMetrics();
    const guard = createObserver(callEnded);
    expect(await guard(call, () => Promise.resolve("value"))).toBe("value");
    expect(await guard(call, () => Promise.resolve(null))).toBeNull();
    for (const kind of ["timeout", "budget-spent", "circuit-open"] as const) {
      const failure = new UpstreamFailure(kind, call, "no");
      await expect(guard(call, failing(failure))).rejects.toBe(failure);
    }
    await expect(guard(call, failing(new Error("no")))).rejects.toThrow("no");
    const calls = readMetrics(await text()).get("nametag_upstream_calls_total")?.lines ?? [];
    expect(calls.map(({ labels, value }) => [labels["outcome"], value])).toEqual([
      ["value", 1],
      ["missing", 1],
      ["timeout", 1],
      ["budget-spent", 1],
      ["circuit-open", 1],
      ["internal", 1],
    ]);
    const durations = readMetrics(await text()).get("nametag_upstream_call_duration_seconds");
    expect(durations?.lines.find(({ name }) => name.endsWith("_count"))?.value).toBe(4);
  });
});
