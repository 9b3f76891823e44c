import { connect } from "node:net";
import type { Logger } from "pino";
import type { Configuration } from "../lib/configuration.ts";

const WAIT_MS = 3_000;

/** Warns when providers cannot be reached. It only connects and sends no requests. */
export async function warnWhenUnreachable(
  configuration: Configuration,
  logger: Logger,
): Promise<void> {
  const urls = [
    configuration.MOJANG_API_URL,
    configuration.MOJANG_SESSION_URL,
    configuration.MOJANG_TEXTURES_URL,
    configuration.GEYSER_API_URL,
  ];
  const reachable = await Promise.all(urls.map(isReachable));
  const unreachable = urls.filter((_, index) => reachable[index] === false);
  if (unreachable.length === 0) return;
  logger.warn(
    { unreachable },
    "Some providers cannot be reached: lookups of new players will fail with BAD_GATEWAY. To try the service without internet, run: npm run demo",
  );
}

function isReachable(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
    });
    const done = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.setTimeout(WAIT_MS, () => done(false));
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
    socket.unref();
  });
}
