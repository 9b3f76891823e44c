import { parseArgs } from "node:util";
import { redisOf } from "../cache/open-stores.ts";
import {
  ConfigurationError,
  readConfiguration,
  type Configuration,
} from "../configuration/configuration.ts";
import { remarksOn } from "../configuration/remarks.ts";
import { proxyFetches } from "../providers/upstream/proxies.ts";
import { checkClock, checkProviders } from "./connections.ts";
import { findingsOf, type Finding } from "./finding.ts";
import { checkFolder } from "./folder.ts";
import { checkBuild, checkMemory, checkNode } from "./machine.ts";
import { checkRedis } from "./redis.ts";
import { checkService } from "./service.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface DoctorOptions {
  env: Environment;
  output: {
    stdout: { write(text: string): unknown };
    stderr: { write(text: string): unknown };
  };
  /** True if the build is one of these sources; undefined where that is not known. */
  isBuilt?: boolean;
}

const HELP = `npm run doctor [-- --json]

Checks the settings that the environment names, as for the service, which may run meanwhile: the values themselves, the
store, the connections to providers, and this machine. Leaves nothing behind, and sends no lookup to a provider.

Exit code: 0, or 1 if there is an error.
`;

/** Runs `npm run doctor`, which prints a line for each check. Gives the exit code. */
export async function main(args: readonly string[], options: DoctorOptions): Promise<number> {
  const { stdout, stderr } = options.output;
  const asked = readArguments(args);
  if (asked === undefined) {
    stderr.write(`There is only --json: npm run doctor -- --json\n`);
    return 1;
  }
  if (asked.help) {
    stdout.write(HELP);
    return 0;
  }
  // Timers of the service, for which a check may wait, keep no process alive.
  const alive = setInterval(() => undefined, 60_000);
  const checks = await examine(options).finally(() => clearInterval(alive));
  const ok = checks.every(({ status }) => status !== "error");
  const lines = checks.map(
    ({ check, status, message }) => `${status.padEnd("warning".length)}  ${check}: ${message}\n`,
  );
  stdout.write(asked.json ? `${JSON.stringify({ ok, checks }, null, 2)}\n` : lines.join(""));
  return ok ? 0 : 1;
}

function readArguments(args: readonly string[]) {
  const flags = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: flags });
    return { json: values.json === true, help: values.help === true };
  } catch {
    return undefined;
  }
}

async function examine({ env, isBuilt }: DoctorOptions): Promise<Finding[]> {
  const settings = findingsOf("settings");
  const machine = [checkNode(), checkBuild(isBuilt)];
  let configuration: Configuration;
  try {
    configuration = readConfiguration(env);
  } catch (thrown) {
    if (!(thrown instanceof ConfigurationError)) throw thrown;
    return [...machine, settings.error(thrown.message)];
  }
  // Upstash's client uses `fetch`.
  proxyFetches(configuration);
  const redis = redisOf(configuration);
  const found = await Promise.all([
    redis === undefined ? checkFolder(configuration.DATA_DIR) : checkRedis(redis),
    checkProviders(configuration),
    checkClock(configuration),
    checkService(configuration),
  ]);
  const all = [
    ...machine,
    checkMemory(configuration),
    settings.ok("Every variable has a value that can be used."),
    ...remarksOn(env, configuration).map(settings.warning),
    ...addressFindings(configuration),
    ...found.flat(),
  ];
  // The running service repeats the remarks of its start.
  return all.filter(({ message }, at) => all.findIndex((one) => one.message === message) === at);
}

/** The two usual mistakes, as far as settings alone show them. */
function addressFindings({ PUBLIC_URL, PORT, TRUSTED_PROXY_HOPS }: Configuration): Finding[] {
  const address = findingsOf("public url");
  const hops = findingsOf("proxies");
  const isUnset = PUBLIC_URL === `http://localhost:${PORT}`;
  return [
    isUnset
      ? address.warning(
          `PUBLIC_URL is not set: links, samples and the sitemap lead to ${PUBLIC_URL}. Behind a domain, set it to the URL under which visitors reach this service.`,
        )
      : address.ok(`Links lead to ${PUBLIC_URL}.`),
    // The service itself has no TLS.
    PUBLIC_URL.startsWith("https:") && TRUSTED_PROXY_HOPS === 0
      ? hops.warning(
          "TRUSTED_PROXY_HOPS is 0, and PUBLIC_URL begins with https, so there is a proxy in front: all visitors count as one client. Set it to the number of proxies in front.",
        )
      : hops.ok(`TRUSTED_PROXY_HOPS is ${TRUSTED_PROXY_HOPS}.`),
  ];
}
