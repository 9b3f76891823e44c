import { z } from "zod";
import { readJson } from "../cache/stores/stored-value.ts";
import { healthBody } from "../contract/status.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { ask, findingsOf, shortReason, type Finding } from "./finding.ts";

const WAIT_MS = 3_000;
const notReady = z.object({
  success: z.literal(false),
  error: z.string(),
  missing: z.array(z.string()),
});

/** Asks the service that runs on the configured port, if there is one, what its requests show. */
export async function checkService({
  HOST,
  PORT,
}: Pick<Configuration, "HOST" | "PORT">): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf("service");
  const host = HOST === undefined || ["0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
  const at = `${host.includes(":") ? `[${host}]` : host}:${PORT}`;
  const signal = AbortSignal.timeout(WAIT_MS);
  let response: Awaited<ReturnType<typeof ask>>;
  try {
    response = await ask({ host, port: PORT, path: "/api/ready", signal });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ECONNREFUSED")
      return [ok(`None runs at ${at}, so what requests show is not known.`)];
    return [warning(`What listens at ${at} does not respond: ${shortReason(thrown)}.`)];
  }
  const ready = readJson(healthBody, response.body);
  if (ready !== undefined && response.status === 200) {
    const { store, warnings = [] } = ready;
    return [
      store === "degraded"
        ? error(`The service at ${at} runs on memory, since its store fails: its log says why.`)
        : ok(`The service at ${at} is ready.`),
      ...warnings.map(warning),
    ];
  }
  const waiting = readJson(notReady, response.body);
  if (waiting !== undefined)
    return [warning(`The service at ${at} is not ready: ${waiting.error}`)];
  return [error(`Another program listens at ${at}: end it, or set PORT.`)];
}
