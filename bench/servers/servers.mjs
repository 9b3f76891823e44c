import { LOAD, SERVER } from "../machine/cores.mjs";
import { startChild } from "../machine/processes.mjs";
import { newStoreDirectory } from "../machine/work-directory.mjs";

/**
 * What takes part in a measurement.
 *
 * @typedef {object} Server
 * @property {string} name
 * @property {number} port
 * @property {number} pid
 *
 * @typedef {Awaited<ReturnType<typeof startSandbox>>} Sandbox
 */

/** Starts the sandbox beside the load. */
export async function startSandbox() {
  const { first, ask } = await startChild("sandbox", { cores: LOAD });
  return {
    /** What makes the service ask the sandbox. */
    environment: first.environment,
    /** @param {number} latencyMs */
    setLatency: (latencyMs) => ask({ latencyMs }),
    forgetCalls: () => ask({ forgetCalls: true }),
    /** @returns {Promise<Record<string, number>>} How often each route was called. */
    calls: () => ask({}),
  };
}

/**
 * The environment of a service: all of the sandbox, nothing of this machine's own settings.
 *
 * @param {Sandbox} sandbox
 */
export function serviceEnvironment(sandbox) {
  return {
    ...sandbox.environment,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: newStoreDirectory(),
    LOG_LEVEL: "silent",
    WEB_CONCURRENCY: "1",
    TRUSTED_PROXY_HOPS: "",
    PUBLIC_URL: "",
    UPSTASH_REDIS_REST_URL: "",
    REDIS_URL: "",
    // The budgets protect the real providers; here they would be what is measured.
    UPSTREAM_RATE_FACTOR: "1000",
    // An enrichment that is off by default.
    NAME_HISTORY_URL: "off",
  };
}

/**
 * Starts the service under test.
 *
 * @param {Sandbox} sandbox
 * @param {{ cores?: readonly number[], variables?: Record<string, string> }} [options]
 */
export async function startService(sandbox, { cores = SERVER, variables = {} } = {}) {
  const env = { ...serviceEnvironment(sandbox), ...variables };
  const { first, pid, stop } = await startChild("service", { cores, env });
  return { name: "Nametag", port: first.port, pid, stop, data: env.DATA_DIR };
}

/** Starts the bare server; `serve` says with what it answers everything. */
export async function startBare({ cores = SERVER } = {}) {
  const { first, pid, ask, stop } = await startChild("bare", { cores });
  return {
    name: "bare",
    port: first.port,
    pid,
    stop,
    /** @param {import("./recording.mjs").Recording} recording */
    serve: ({ status, headers, body }) => ask({ status, headers, base64: body.toString("base64") }),
  };
}

/** Starts a load generator. */
export async function startLoad({ cores = LOAD } = {}) {
  const { ask } = await startChild("load", { cores });
  /**
   * @param {import("../load/generate.mjs").Load} load
   * @returns {Promise<import("../load/generate.mjs").LoadResult>}
   */
  return (load) => ask(load);
}
