// node bench/capacity.mjs [scenario…]: how many new players a second the service responds to while the
// sandbox enforces the limits of the providers. Each run takes minutes and little processor time.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Agent, request } from "undici";
import { buildServer, root, step } from "../scripts/prepare.mjs";
import { startSandbox, startService } from "./servers.mjs";
import { cpuMs } from "./machine.mjs";
import { stopAll } from "./processes.mjs";

const WARM_UP_SECONDS = 90;
const NAMES = ["mojang-api.*", "mojang-legacy.*"];
const limitsTimes = (share) =>
  [
    { routes: ["mojang-session.*"], calls: 400, seconds: 10 },
    { routes: NAMES, calls: 200, seconds: 120 },
    { routes: ["geyser.*"], calls: 200, seconds: 10 },
  ].map((limit) => ({ ...limit, calls: Math.floor(limit.calls * share) }));

const uuidOf = (number) => `e0000000000040008000${number.toString(16).padStart(12, "0")}`;
const xuidOf = (number) => String(2_600_000_000_000_000 + number);

/** The requests: how many a second and for how long, and under which share of the limits. */
const SCENARIOS = {
  names: { target: (n) => `/api?username=Extra_${n}`, rate: 7, aim: "97 % of 7/s" },
  "java-names": { target: (n) => `/api?username=Extra_${n}&type=java`, rate: 7, aim: "97 %" },
  uuids: { target: (n) => `/api?uuid=${uuidOf(n)}`, rate: 24, aim: "90 % of 24/s" },
  heads: { target: (n) => `/head?username=Extra_${n}&size=64`, rate: 7, aim: "97 % of 7/s" },
  gamertags: { target: (n) => `/api?username=.Extra_${n}&type=bedrock`, rate: 4, aim: "95 %" },
  xuids: { target: (n) => `/api?username=${xuidOf(n)}`, rate: 4, aim: "95 % of 4/s" },
  mixed: {
    target: (n) => [`/api?uuid=${uuidOf(n)}`, `/api?username=Extra_${n}`][Number(n % 4 === 0)],
    rate: 24,
    aim: "",
  },
  third: { target: (n) => `/api?username=Extra_${n}`, rate: 7, share: 1 / 3, seconds: 420 },
  "third-uuids": { target: (n) => `/api?uuid=${uuidOf(n)}`, rate: 24, share: 1 / 3, seconds: 420 },
  flood: { target: (n) => `/api?username=Extra_${n}`, rate: 60, aim: "p95 < 2.5 s" },
};

async function measure({ target, rate, share = 1, seconds = 90 }, from, latencyMs) {
  const sandbox = await startSandbox();
  const origin = sandbox.environment.MOJANG_API_URL.replace(/\/[^/]*$/, "");
  const control = async (topic, body) =>
    (
      await request(
        `${origin}/_control/${topic}`,
        body && { method: "POST", body: JSON.stringify(body) },
      )
    ).body.json();
  await control("limits", limitsTimes(share));
  await sandbox.setLatency(latencyMs);
  const variables = { UPSTREAM_RATE_FACTOR: "1" };
  const service = await startService(sandbox, { variables });
  const agent = new Agent({ connections: 1_000 });
  const responses = [];
  const started = performance.now();
  const total = (WARM_UP_SECONDS + seconds) * rate;
  const minutes = [];
  const send = async (number, due) => {
    const url = `http://127.0.0.1:${service.port}${target(from + number)}`;
    const response = await request(url, { dispatcher: agent }).catch(String);
    if (typeof response === "string")
      return void responses.push({
        due,
        status: response,
        ms: performance.now() - started - due,
        partial: false,
      });
    const { statusCode: status, body } = response;
    const text = Buffer.from(await body.arrayBuffer()).toString("latin1");
    responses.push({
      due,
      status,
      ms: performance.now() - started - due,
      partial: text.includes('"warnings"'),
    });
  };
  const sent = [];
  for (let number = 0; number < total; number += 1) {
    // Poisson arrivals: players do not come in step.
    const due = ((number + Math.random()) / rate) * 1_000;
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, started + due - performance.now())),
    );
    sent.push(send(number, performance.now() - started));
    if (number % (rate * 30) === 0) {
      minutes.push(await control("limits"));
      if (process.env.VERBOSE) console.log(rates(await metricsOf(service.port)));
    }
  }
  await Promise.all(sent);
  const last = await control("limits");
  const metrics = await metricsOf(service.port);
  const cpuSeconds = cpuMs(service.pid) / 1_000 / (WARM_UP_SECONDS + seconds);
  await stopAll();
  return {
    responses: responses.filter(({ due }) => due >= WARM_UP_SECONDS * 1_000),
    minutes,
    last,
    metrics,
    cpuSeconds,
  };
}

const metricsOf = async (port) =>
  (await request(`http://127.0.0.1:${port}/api/metrics`)).body.text();

/** The rate of each bucket, from the metrics. */
const rates = (metrics) =>
  [...metrics.matchAll(/^nametag_budget_rate\{bucket="([^"]+)".*\} (.*)$/gm)]
    .map(([, bucket, rate]) => `${bucket} ${Number(rate).toFixed(2)}`)
    .join(", ");

function report(name, { aim = "" }, { responses, minutes, last, metrics, cpuSeconds }) {
  const times = responses.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const quantile = (q) => `${Math.round(times[Math.floor(q * (times.length - 1))])} ms`;
  const statuses = {};
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  const ok = (100 * (statuses[200] ?? 0)) / responses.length;
  const partial = (100 * responses.filter((one) => one.partial).length) / responses.length;
  console.log(
    `\n${name}: ${ok.toFixed(1)} % answered ${aim && `(aim ${aim})`}, ${JSON.stringify(statuses)}`,
  );
  console.log(
    `  p50 ${quantile(0.5)}, p95 ${quantile(0.95)}, max ${quantile(1)}; with warnings ${partial.toFixed(1)} %`,
  );
  const passed = last.reduce((sum, one) => sum + one.passed, 0);
  const refused = last.reduce((sum, one) => sum + one.refused, 0);
  console.log(
    `  refused ${refused} of ${passed + refused} calls (${((100 * refused) / (passed + refused)).toFixed(2)} %)`,
  );
  for (const [index, limit] of last.entries()) {
    const per = minutes.map((report) => report[index].refused);
    console.log(
      `  ${limit.routes}: ${limit.calls} in ${limit.seconds} s: ${limit.passed} passed, ${limit.refused} refused; every 30 s ${per}`,
    );
  }
  console.log(`  rates: ${rates(metrics)}; ${(100 * cpuSeconds).toFixed(0)} % of a core`);
}

if (process.env.BENCH_DIST === undefined) buildServer();
if (process.argv.includes("--help"))
  console.log(
    readFileSync(path.join(root, "bench/capacity.mjs"), "utf8").split("\n", 2).join("\n"),
  );
const [latency = "50"] = process.argv.filter((one) => /^\d+$/.test(one));
const names = process.argv.slice(2).filter((one) => one in SCENARIOS);
let from = Math.floor(Math.random() * 1e6) * 100;
for (const name of names.length > 0 ? names : Object.keys(SCENARIOS)) {
  step(`Measuring: ${name}`);
  report(name, SCENARIOS[name], await measure(SCENARIOS[name], (from += 100_000), Number(latency)));
}
process.exit();
