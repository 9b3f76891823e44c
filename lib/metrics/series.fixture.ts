import { readMetrics } from "../../testing/metrics-text.ts";
import { createMetrics } from "./metrics.ts";

/** Every series that a scrape can contain, with the labels that it has in Prometheus. */
export async function seriesOfScrape(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const metrics = createMetrics();
  const bucket = { bucket: "a", tokens: 1, rate: 1, configuredRate: 1, waiting: 0 };
  metrics.watch({
    version: "1",
    buckets: () => [{ ...bucket, pausedForSeconds: 0, storeFails: false }],
    breakers: () => [{ provider: "a", operation: "b", state: "open" }],
    stores: () => [{ store: "a", kind: "memory", ok: true }],
    cachedResponses: () => ({ entries: 1, bytes: 1 }),
    isReady: () => true,
    processes: 1,
    freeDiskBytes: () => 1,
  });
  metrics.response({ route: "/api", status: 200, cache: "hit", seconds: 1 });
  metrics.refresh("granted");
  metrics.durableWritesLost(1);
  metrics.callEnded({ provider: "a", operation: "b" }, { value: null, milliseconds: 1 });
  const series = new Map<string, Set<string>>();
  for (const family of readMetrics(await metrics.text()).values()) {
    for (const { name, labels } of family.lines) {
      series.set(name, new Set([...Object.keys(labels), "instance", "job"]));
    }
    // There may have been no garbage collection yet.
    if (family.name === "nodejs_gc_duration_seconds") {
      series.set(`${family.name}_sum`, new Set(["kind", "instance", "job"]));
    }
  }
  return series;
}
