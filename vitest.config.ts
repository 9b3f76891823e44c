import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import mdx from "@mdx-js/rollup";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { seed } from "./testing/seed.ts";
import { nginxHere, onPath } from "./scripts/find-programs.mjs";
import remarkDocs from "./scripts/remark-docs.mjs";

/** Tests of whole services, and those that compute for seconds: not part of `npm run check`. */
const INTEGRATION = [
  "app/_components/status/effects.test.ts",
  "lib/activity/activity.test.ts",
  "lib/cache/open-stores-faults.test.ts",
  "lib/cache/stores/redis/slots.test.ts",
  "lib/cache/stores/sqlite.test.ts",
  "lib/cache/stores/sqlite/damage.test.ts",
  "lib/contract/identifiers-properties.test.ts",
  "lib/data/file.test.ts",
  "lib/process/overload.test.ts",
  "site/docs/{check-docs,highlight,markdown,replace-host}.test.ts",
  "site/docs/captured-{examples,requests}.test.ts",
  "site/docs/recipes/**/*.test.ts",
  "site/docs/samples/run.test.ts",
  "site/docs/search/queries.test.ts",
  "lib/app/app.test.ts",
  "lib/compat/{bodies,bulk,compat,downloads,heads,images,json,signatures,table}.test.ts",
  "lib/compat/services/*.test.ts",
  "lib/http/freshness.test.ts",
  "lib/routes/*.test.ts",
  "lib/routes/openapi/document.test.ts",
  "lib/upstream-budget/{budget,rate}.test.ts",
  "lib/textures/{camera,head,symmetry,view-flat}.test.ts",
  "server/{draw-thread,odd-targets}.test.ts",
  "lib/providers/operations/none{,-property}.test.ts",
  "lib/providers/upstream/{breaker-clients,request}.test.ts",
  "lib/providers/xbox-limits.test.ts",
  "testing/promises/{durable-data,first-minute}.test.ts",
  "testing/promises/fault-matrix/**/*.test.ts",
  "testing/promises/random-schedule/random-schedule.test.ts",
  "testing/promises/recipes.test.ts",
  "bench/simulation/{shares,simulate}.test.ts",
];

/** Tests that mostly wait, for clocks or for other processes: they run beside those that keep a core busy. */
const WAITING = [
  "lib/cache/{cache,changes-redis,leases,open-stores}.test.ts",
  "lib/cache/stores/redis.test.ts",
  "lib/cache/stores/redis/{client,cluster,inspect,scan,sentinel,silence,time-limit}.test.ts",
  "lib/cache/stores/sqlite/processes.test.ts",
  "lib/data/{killed,main,move,remove}.test.ts",
  "lib/doctor/main.test.ts",
  "lib/refresh-limit/refresh-limit-redis.test.ts",
  "lib/upstream-budget/{bound,failing-store,processes,token-bucket}.test.ts",
  "lib/providers/upstream/{guards,retry}.test.ts",
  "testing/promises/{egress,garbage-in-redis,service-on-cluster,service-on-redis,stored-times}.test.ts",
  "testing/promises/random-schedule/budget.test.ts",
  "testing/redis.test.ts",
  "scripts/packages.test.ts",
  "server/{load,pages*,write}.test.ts",
  "bench/simulation/real-service.test.ts",
];

/** Tests of the built service that keep the machine busy: at the end, one file after the other. */
const BUILT_BUSY = ["e2e/{nginx-restart,page-limits,rolling-restart}.test.ts"];

/** A minute and more of load, Nodes and generators to install, an archive to pack: `npm run check:long` runs them. */
const LONG = [
  "e2e/{kubernetes-rollout,next-dev,other-nodes,other-proxies,package,prometheus,redis-failover}.test.ts",
  "lib/routes/openapi/generated-clients.test.ts",
];

const ON_REDIS = [
  "lib/cache/{changes-redis,open-stores}.test.ts",
  "lib/cache/stores/redis{,/*}.test.ts",
  "lib/data/{killed,main,move,remove}.test.ts",
  "lib/doctor/main.test.ts",
  "lib/refresh-limit/refresh-limit-redis.test.ts",
  "lib/upstream-budget/token-bucket.test.ts",
  "lib/routes/history.test.ts",
  "testing/promises/{durable-data,egress,garbage-in-redis,service-on-*,stored-times}.test.ts",
  "testing/redis.test.ts",
  "bench/simulation/real-service.test.ts",
  "e2e/{image,one-load,processes,prometheus,redis-failover,remove,wrong-start}.test.ts",
];

/** Without a program, its tests are left out, which `npm test` says; in CI they fail. */
const LEFT_OUT = process.env["CI"]
  ? []
  : [
      ...(nginxHere() === undefined ? ["e2e/nginx*.test.ts"] : []),
      ...(onPath(["prometheus"]) === undefined ? ["e2e/prometheus.test.ts"] : []),
      ...(onPath(["redis-server"]) === undefined ? ON_REDIS : []),
    ];
const EXCLUDED = [...configDefaults.exclude, ...LEFT_OUT];

/** The slowest files of each group begin first, or one worker would be left with them at the end. */
const SLOWEST = [
  "e2e/mounts",
  "e2e/image",
  "e2e/processes",
  "e2e/wrong-start",
  "e2e/docs",
  "e2e/one-load",
  "testing/promises/fault-matrix/bedrock",
  "testing/promises/fault-matrix/java",
  "testing/promises/recipes",
  "site/docs/samples/run",
  "testing/promises/durable-data",
  "lib/data/remove",
  "lib/cache/stores/redis/cluster",
  "lib/cache/stores/redis/sentinel",
  "lib/data/killed",
  "bench/simulation/real-service",
  "lib/cache/stores/redis/silence",
  "testing/promises/service-on-redis",
  "lib/cache/stores/redis/inspect",
  "lib/routes/skin-services",
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOWEST.findIndex((file) => moduleId.endsWith(`/${file}.test.ts`));
      return at === -1 ? SLOWEST.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- not the one of arrays
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

if (process.env["NAMETAG_SEED"] === undefined) {
  // For the workers, which may start after midnight; printed once.
  process.env["NAMETAG_SEED"] = String(seed);
  console.log(`Random tests use the seed of the day: NAMETAG_SEED=${seed}`);
}

const name = `nametag-tests-${process.pid}`;
if (path.basename(tmpdir()) !== name) {
  // Temporary files of all tests, and of what they start, are in one folder, which goes with the run.
  const folder = path.join(tmpdir(), name);
  process.env["TMPDIR"] = folder;
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // After Ctrl-C, workers that still write to it remove it when they end.
    }
  });
}

/** A page of the documentation depends on this file, too. */
const codeLanguages = readFileSync("site/docs/code-languages.json", "utf8");

export default defineConfig({
  plugins: [
    {
      name: "nametag-cache-key",
      configureVitest: ({ experimental_defineCacheKeyGenerator: defineKey }) =>
        defineKey(({ id }) => (id.endsWith(".mdx") ? codeLanguages : undefined)),
    },
    mdx({ remarkPlugins: [remarkGfm, remarkFrontmatter, remarkMdxFrontmatter, remarkDocs] }),
  ],
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    // Files leave nothing behind, and importing everything again for each takes half of the time.
    isolate: false,
    // Each project transforms the same modules, and each run those that did not change.
    experimental: { fsModuleCache: true },
    execArgv: ["--import", path.join(import.meta.dirname, "testing/worker.mjs")],
    // Only against tests that hang: a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ["testing/leftovers.ts", "testing/seed.ts"],
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          exclude: [...EXCLUDED, "e2e/**", ...INTEGRATION, ...WAITING, ...LONG],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: INTEGRATION,
          exclude: EXCLUDED,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "waiting",
          include: WAITING,
          exclude: EXCLUDED,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "built",
          include: ["e2e/**/*.test.ts"],
          exclude: [...EXCLUDED, ...BUILT_BUSY, ...LONG],
          globalSetup: "e2e/support/shared-services.ts",
          maxWorkers: 2,
          // Tests of a file that run at once start several processes each.
          maxConcurrency: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "built-busy",
          include: BUILT_BUSY,
          exclude: EXCLUDED,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: LONG,
          exclude: EXCLUDED,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
