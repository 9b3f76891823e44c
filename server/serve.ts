import cluster from "node:cluster";
import { existsSync } from "node:fs";
import path from "node:path";
import { services } from "../lib/services.ts";
import { createDrawing } from "./drawing.ts";
import { cannotListen, StartError } from "./failed-start.ts";
import { createFront } from "./front.ts";
import { watchLoad } from "./load.ts";
import { shareMetrics } from "./metrics-exchange.ts";
import { startPages } from "./pages.ts";
import { logProcess } from "./process-log.ts";
import { warnWhenUnreachable } from "./reachable.ts";
import { drainOnSignal } from "./shutdown.ts";

/**
 * Serves in this process; resolves with the port once the API and the pages are ready.
 * @throws StartError, ConfigurationError
 */
export async function serve(): Promise<number> {
  checkBuild();
  const { api, configuration, providers, stores, logger, metrics, close } = services({
    draw: createDrawing(),
  });
  logProcess(logger);
  if (cluster.isWorker) shareMetrics(metrics);
  const pages = startPages({ api, logger, metrics });
  api.needsForReady("pages", pages.isReady);
  const load = watchLoad();
  const front = createFront({
    api,
    pages,
    load,
    trustedHops: configuration.TRUSTED_PROXY_HOPS,
    mounts: { hosts: configuration.COMPAT_HOSTS, root: configuration.COMPAT_ROOT },
    metrics,
    logger,
  });
  await new Promise<void>((resolve, reject) => {
    front.server.once("error", reject);
    front.server.listen(configuration.PORT, configuration.HOST, resolve);
  }).catch((error: unknown) => {
    throw cannotListen(
      `${configuration.HOST}:${configuration.PORT}`,
      error as NodeJS.ErrnoException,
    );
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

/** Checks the working directory, from which pages and the version are read. */
function checkBuild(): void {
  if (existsSync(path.join(".next", "BUILD_ID"))) return;
  throw new StartError(
    `There is no build of Nametag in ${process.cwd()}: start it in its own folder, after npm run build.`,
  );
}
