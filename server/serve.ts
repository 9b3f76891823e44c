import cluster from "node:cluster";
import { ConfigurationError } from "../lib/configuration.ts";
import { services, type Services } from "../lib/services.ts";
import { createFront } from "./front.ts";
import { watchLoad } from "./load.ts";
import { shareMetrics } from "./metrics-exchange.ts";
import { startPages } from "./pages.ts";
import { logProcess } from "./process-log.ts";
import { warnWhenUnreachable } from "./reachable.ts";
import { drainOnSignal } from "./shutdown.ts";

/** Serves in this process; gives the port once the API and the pages answer. */
export async function serve(): Promise<number> {
  const { api, configuration, providers, stores, logger, metrics, close } = configured();
  logProcess(logger);
  if (cluster.isWorker) shareMetrics(metrics);
  const pages = startPages({ api, logger, metrics });
  const load = watchLoad();
  const front = createFront({
    api,
    pages,
    load,
    trustedHops: configuration.TRUSTED_PROXY_HOPS,
    metrics,
    logger,
  });
  await new Promise<void>((resolve, reject) => {
    front.server.once("error", reject);
    front.server.listen(configuration.PORT, configuration.HOST, resolve);
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    stop(`Cannot listen on ${configuration.HOST}:${configuration.PORT}: ${reason}.`);
  });
  const bound = front.server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : configuration.PORT;
  const address = `http://localhost:${port}`;
  logger.info({ address, store: stores.description, providers: providers.names }, "Listening");

  drainOnSignal({
    front,
    logger,
    begin: api.drain,
    async close() {
      load.stop();
      await pages.close();
      await close();
    },
  });
  void warnWhenUnreachable(configuration, logger);
  await pages.ready;
  return port;
}

function configured(): Services {
  try {
    return services();
  } catch (error) {
    if (error instanceof ConfigurationError) stop(`Wrong configuration: ${error.message}`);
    throw error;
  }
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
