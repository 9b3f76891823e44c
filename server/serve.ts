import cluster from "node:cluster";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Logger } from "pino";
import type { Configuration } from "../lib/configuration/configuration.ts";
import { connectToProviders } from "../lib/doctor/connections.ts";
import { watchLoad } from "../lib/process/overload.ts";
import { memoryFor, pagesHeapMb } from "../lib/process/memory.ts";
import { services, type ServicesOptions } from "../lib/services.ts";
import { appRoutes, type AppFiles, type AppRoutes } from "../site/pages/app-routes.ts";
import { hasAddressSpace } from "./address-space.ts";
import { createDrawThread } from "./draw-thread.ts";
import { cannotListen, StartError } from "./failed-start.ts";
import { createFront } from "./front.ts";
import { shareMetrics } from "./metrics-exchange.ts";
import { startPages } from "./pages.ts";
import { drainOnSignal, logProcess } from "./shutdown.ts";

export type ServeOptions = Pick<ServicesOptions, "otherWarnings">;

/**
 * Serves in this process; resolves with the port once the API and the pages are ready.
 * @throws StartError, ConfigurationError
 */
export async function serve(options: ServeOptions = {}): Promise<number> {
  checkBuild();
  checkAddressSpace();
  const { api, configuration, remarks, warnings, providers, stores, logger, metrics, close } =
    services({
      ...options,
      drawView: createDrawThread(),
    });
  logProcess(logger);
  await stores.inspect();
  if (cluster.isWorker) shareMetrics(metrics);
  const heapMb = pagesHeapMb(memoryFor(configuration.WEB_CONCURRENCY));
  const routes = readRoutes();
  const pages = startPages({ api, logger, metrics, heapMb, routes });
  api.needsPages(pages.isReady);
  const load = watchLoad();
  const front = createFront({
    api,
    pages,
    load,
    trustedHops: configuration.TRUSTED_PROXY_HOPS,
    notice: warnings.notice,
    mounts: { hosts: configuration.COMPAT_HOSTS, root: configuration.COMPAT_ROOT },
    routes,
    metrics,
    logger,
  });
  const { HOST, PORT } = configuration;
  // Without a host, Node listens on all addresses of both families, or on those of IPv4 where there is no IPv6.
  const listening = once(front.server.listen(PORT, HOST), "listening");
  await listening.catch((error: unknown) => {
    const where = HOST === undefined ? `port ${PORT}` : `${HOST}:${PORT}`;
    throw cannotListen(where, error as NodeJS.ErrnoException);
  });
  const { port } = front.server.address() as AddressInfo;
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
  if (!cluster.isWorker || cluster.worker?.id === 1) {
    for (const remark of remarks) logger.warn(remark);
  }
  void warnWhenUnreachable(configuration, logger);
  await pages.ready;
  return port;
}

/** The list of `app` and `public` that `scripts/prepare.mjs` writes. */
const ROUTES_FILE = path.join(".next", "nametag-routes.json");

function readRoutes(): AppRoutes {
  return appRoutes(JSON.parse(readFileSync(ROUTES_FILE, "utf8")) as AppFiles);
}

/** Checks the working directory, from which pages and the version are read. */
function checkBuild(): void {
  if ([path.join(".next", "BUILD_ID"), ROUTES_FILE].every((file) => existsSync(file))) return;
  throw new StartError(
    `There is no build of Nametag in ${process.cwd()}: start it in its own folder, after npm run build.`,
  );
}

/** Checks what the first request to a provider would need. */
function checkAddressSpace(): void {
  if (hasAddressSpace()) return;
  throw new StartError(
    "This process may not reserve the address space that WebAssembly needs: raise the limit (ulimit -v).",
  );
}

/** Warns when providers cannot be reached without which players cannot be looked up. */
async function warnWhenUnreachable(configuration: Configuration, logger: Logger): Promise<void> {
  const connected = await connectToProviders(configuration);
  const unreachable = connected
    .filter(({ isNeeded, failure }) => isNeeded && failure !== undefined)
    .map(({ origin }) => origin);
  if (unreachable.length === 0) return;
  logger.warn(
    { unreachable },
    "Some providers cannot be reached: lookups of new players will fail with BAD_GATEWAY. To try the service without internet, run: npm run demo",
  );
}
