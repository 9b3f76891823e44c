// npm run check:long: repeats the random tests with a new seed each round, until one fails or the time is
// up. `-- --minutes 30` or `-- --rounds 5` set the duration; other arguments pick files. Before them, a Redis
// Cluster loses nodes, slots and connections under a minute of load, moves of data between all kinds of
// stores are killed, a Prometheus watches services that break, every route is compared in `next dev`, a fresh
// clone runs Next alone, and the layout of every page is measured in more languages and widths than in `npm test`.
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { findBrowser, findPrograms } from "./find-programs.mjs";
import { fail, install, prepare, runPackage, step } from "./prepare.mjs";

install();
const { values, positionals } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, rounds: { type: "string" } },
  allowPositionals: true,
});
// With --rounds, there is no time limit.
const [name, most] = values.rounds ? ["rounds", values.rounds] : ["minutes", values.minutes];
if (!(Number(most) > 0)) fail(`--${name} takes a number above 0, such as --${name} 5.`);

// The random tests: those that import fast-check, directly or through shared files.
const SHARED = ["conformance.fixture.ts", "identifiers.fixture.ts", "random-schedule/steps.ts"];
const files = ["app", "lib", "sandbox", "server", "site", "testing"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter((file) => file.endsWith(".test.ts"))
  .filter((file) => positionals.length === 0 || positionals.some((word) => file.includes(word)))
  .filter((file) => {
    const text = readFileSync(file, "utf8");
    return ['from "fast-check', ...SHARED].some((imported) => text.includes(`${imported}"`));
  });
if (files.length === 0) fail(`No random test has "${positionals.join('" or "')}" in its path.`);

if (positionals.length === 0) {
  await prepare();
  await findPrograms();
  runPackage("vitest", ["run", "--project=long"], { env: { NAMETAG_FAILOVER_SECONDS: "60" } });
  const browser = await findBrowser();
  const only = ["test", "-c", "e2e", "--project=long"];
  runPackage("playwright", only, { env: { E2E_CHROMIUM: browser } });
  const whole = ["run", "lib/data/killed.test.ts", "e2e/memory.test.ts", "e2e/mounts.test.ts"];
  runPackage("vitest", whole, { env: { NAMETAG_LONG: "1" } });
}

const firstSeed = Number(process.env.NAMETAG_SEED ?? randomInt(1_000_000_000));
const started = performance.now();
const minutes = () => (performance.now() - started) / 60_000;
for (
  let round = 0;
  round === 0 || (name === "rounds" ? round : minutes()) < Number(most);
  round++
) {
  const seed = String(firstSeed + round);
  runPackage("vitest", ["run", "--reporter=dot", ...files], {
    env: { NAMETAG_SEED: seed },
    hint: `To repeat it: NAMETAG_SEED=${seed} npx vitest run <file>`,
  });
  step(`Round ${round + 1}, seed ${seed}: passed after ${minutes().toFixed(1)} minutes`);
}
