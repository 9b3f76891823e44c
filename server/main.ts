import { ConfigurationError } from "../lib/configuration.ts";
import { services, type Services } from "../lib/services.ts";
import { createFront } from "./front.ts";
import { startPages } from "./pages.ts";
import { warnWhenUnreachable } from "./reachable.ts";
import { drainOnSignal } from "./shutdown.ts";

/** Starts the production server and gives the address it listens at. */
export async function main(): Promise<string> {
  const { api, configuration, providers, stores, logger, close } = configured();
  const pages = startPages(logger);
  const server = createFront({
    api,
    pages,
    trustedHops: configuration.TRUSTED_PROXY_HOPS,
    logger,
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(configuration.PORT, configuration.HOST, resolve);
  }).catch((error: Error) => {
    stop(`Cannot listen on ${configuration.HOST}:${configuration.PORT}: ${error.message}.`);
  });
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : configuration.PORT;
  const address = `http://localhost:${port}`;
  logger.info({ address, store: stores.description, providers: providers.names }, "Listening");

  drainOnSignal(server, logger, async () => {
    await pages.close();
    await close();
  });
  void warnWhenUnreachable(configuration, logger);
  await pages.ready;
  return address;
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
