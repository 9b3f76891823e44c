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

/** Makes metrics of the table in one registry. */
export interface Instruments {
  counter(name: CounterName): Counter;
  histogram(name: HistogramName): Histogram;
  /** A gauge that is read on each scrape and keeps nothing between two. */
  gauge(name: GaugeName, read: () => readonly Sample[]): void;
}

export function createInstruments(registry: Registry): Instruments {
  return {
    counter: (name) => new Counter(settings(name, registry)),
    histogram: (name) => new Histogram({ ...settings(name, registry), buckets: DURATION_BUCKETS }),
    gauge(name, read) {
      // oxlint-disable-next-line no-new -- it enters itself into the registry.
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
