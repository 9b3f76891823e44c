import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import {
  DURATION_BUCKETS,
  METRICS,
  type CounterName,
  type Definition,
  type GaugeName,
  type HistogramName,
  type MetricName,
} from "./definitions.ts";

/** One sample of a gauge: its labels and its value. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

export type Instruments = ReturnType<typeof createInstruments>;

/** Creates metrics of the table in a registry. */
export function createInstruments(registry: Registry) {
  return {
    counter: (name: CounterName) => new Counter(settings(name, registry)),
    histogram: (name: HistogramName) =>
      new Histogram({ ...settings(name, registry), buckets: DURATION_BUCKETS }),
    /** A gauge that is read on each scrape and keeps no state between scrapes. */
    gauge(name: GaugeName, read: () => readonly Sample[]): void {
      // oxlint-disable-next-line no-new -- it registers itself.
      new Gauge({
        ...settings(name, registry),
        collect() {
          this.reset();
          for (const [labels, value] of read()) this.set({ ...labels }, value);
        },
      });
    },
  };
}

function settings(name: MetricName, registry: Registry) {
  const { help, labels, aggregator }: Definition = METRICS[name];
  return { name, help, labelNames: labels, aggregator, registers: [registry] };
}
