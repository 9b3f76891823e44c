import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { root } from "../scripts/prepare.mjs";
import { freePort } from "../testing/local-server.ts";
import { startRedis } from "../testing/redis.ts";
import { childrenOf, preload, withProgram } from "./support/program.ts";
import { LISTENING, withSandbox } from "./support/service.ts";
import { until } from "./support/until.ts";
import { scratchFolder } from "./support/use.ts";

vi.setConfig({ testTimeout: 240_000 });

test("a real Prometheus with the documented job fires the shipped alerts, and none while all is well", async () => {
  const redis = await startRedis();
  const late = { ...preload("late pages"), PAGES_BEGIN: path.join(scratchFolder(), "begin") };
  try {
    await withSandbox(async ({ sandbox, start }) => {
      const shared = await start({ REDIS_URL: redis.url, WEB_CONCURRENCY: "2" });
      const [member = 0] = childrenOf(shared.pid);
      await withPrometheus([shared.port], async ({ fires, firing, knows, scrape }) => {
        await use(shared.url, 20);
        await knows("count_over_time(nametag_ready[30s]) > 8");
        await knows("nametag_processes == 2");
        expect(await firing()).toEqual([]);

        process.kill(member, "SIGSTOP");
        await fires("NametagProcessesMissing");
        process.kill(member, "SIGCONT");
        redis.pause();
        // Nobody notices before it is used.
        await use(shared.url, 1);
        await fires("NametagStoreDegraded");
        redis.resume();

        sandbox.control.fault({ route: "*", fault: { kind: "status", status: 503 } });
        const asking = repeat(() => use(shared.url, 5));
        await fires("NametagProvidersFail", "NametagProviderFails");
        await asking.end();
        sandbox.control.clearFaults();

        const few = { UPSTREAM_RATE_FACTOR: "0.1", GEYSER_API_URL: `${sandbox.url}/geyser` };
        const limited = await start({ ...few, DATA_DIR: scratchFolder() });
        const variables = { ...late, DATA_DIR: scratchFolder(), LOG_LEVEL: "info" };
        const waiting = await start(variables, { ready: LISTENING });
        await scrape([shared.port, limited.port, waiting.port]);
        const flood = repeat(() => use(limited.url, 40));
        await fires("NametagBudgetUsedUp", "NametagNotReady");
        await flood.end();

        await waiting.kill();
        await fires("NametagAway");
        await scrape([]);
        await fires("NametagNotScraped");
      });
    });
  } finally {
    await redis.close();
  }
});

let newest = 0;

/** Requests players who are new, and whatever else Prometheus has to count. */
async function use(url: string, players: number): Promise<void> {
  const names = Array.from({ length: players }, () => `Extra_${(newest += 1)}`);
  await Promise.all(names.map((name) => fetch(`${url}/api?username=${name}&type=java`)));
}

/** Does something again and again, until it is ended. */
function repeat(once: () => Promise<void>): { end(): Promise<void> } {
  let goesOn = true;
  const all = (async () => {
    while (goesOn) await once();
  })();
  return {
    end() {
      goesOn = false;
      return all;
    },
  };
}

interface Prometheus {
  /** Resolves when alerts of these names fire. */
  fires(...names: string[]): Promise<void>;
  firing(): Promise<string[]>;
  /** Resolves when an expression has a value. */
  knows(expression: string): Promise<void>;
  /** Scrapes other ports from now on; without any, the job is gone. */
  scrape(ports: readonly number[]): Promise<void>;
}

const answer = z.object({ data: z.object({ result: z.array(z.unknown()) }) });
const alerts = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })),
  }),
});

/** Runs Prometheus with the job of docs/running.md and the shipped alerts. A minute takes it two seconds. */
async function withPrometheus(
  ports: readonly number[],
  run: (prometheus: Prometheus) => Promise<void>,
): Promise<void> {
  const folder = scratchFolder();
  const file = (name: string) => path.join(folder, name);
  const documented = await readFile(path.join(root, "docs/running.md"), "utf8");
  const [job = ""] = /^scrape_configs:\n(?: .*\n)+/m.exec(documented) ?? [];
  expect(job).toContain('targets: ["127.0.0.1:3000"]');
  const [load = ""] = /^rule_files:\n(?: .*\n)+/m.exec(documented) ?? [];
  const configure = (own: readonly number[]) => {
    const targets = JSON.stringify(own.map((port) => `127.0.0.1:${port}`));
    const scraped = own.length === 0 ? "" : job.replace('["127.0.0.1:3000"]', targets);
    const times = ["scrape_interval: 2s", "scrape_timeout: 2s", "evaluation_interval: 1s"];
    const global = `global:\n${times.map((line) => `  ${line}\n`).join("")}`;
    return writeFile(file("prometheus.yml"), global + load + scraped);
  };
  const shipped = await readFile(path.join(root, "deploy/prometheus/alerts.yml"), "utf8");
  const quick = shipped.replaceAll(
    /(?<=for: |\[)(\d+)m/g,
    (_, minutes) => `${2 * Number(minutes)}s`,
  );
  await writeFile(file("alerts.yml"), quick);
  await configure(ports);

  const url = `http://127.0.0.1:${await freePort()}`;
  const get = async (target: string) => (await fetch(`${url}${target}`)).json();
  const firing = async () => {
    const { data } = alerts.parse(await get("/api/v1/alerts"));
    const names = data.alerts.filter(({ state }) => state === "firing");
    return names.map(({ labels }) => labels["alertname"] ?? "").toSorted();
  };
  const command = [
    "prometheus",
    `--config.file=${file("prometheus.yml")}`,
    `--storage.tsdb.path=${file("data")}`,
    "--query.lookback-delta=10s",
    `--web.listen-address=${new URL(url).host}`,
  ];
  await withProgram(command, {}, async ({ pid, printed }) => {
    const isReady = () =>
      fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until("Prometheus is ready", isReady, () => printed.stderr);
    await run({
      firing,
      async fires(...names) {
        const all = async () => {
          const found = await firing();
          return names.every((name) => found.includes(name));
        };
        await until(`${names.join(" and ")} fires`, all, async () => (await firing()).join());
      },
      knows: (expression) =>
        until(expression, async () => {
          const query = `/api/v1/query?query=${encodeURIComponent(expression)}`;
          return answer.parse(await get(query)).data.result.length > 0;
        }),
      async scrape(own) {
        await configure(own);
        process.kill(pid, "SIGHUP");
      },
    });
  });
}
