import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { isPublicAddress } from "../providers/upstream/public-addresses.ts";

export type Warnings = ReturnType<typeof createWarnings>;

type SeenRequest = Pick<IncomingMessage, "headers"> & {
  socket: Pick<IncomingMessage["socket"], "remoteAddress">;
};

/** A domain name as visitors type it: with a dot, and no IP address. */
const DOMAIN = /^(?:[a-z\d_-]+\.)+[a-z][a-z\d-]*$/;
/** Names that only the service's own network knows, as those of Kubernetes. */
const INTERNAL = /\.(?:localhost|local|internal|svc)$/;

/**
 * Warns of what the operator should change: the remarks on the configuration, and what requests show of it. No
 * sentence repeats anything of a request, since anybody may send one. Each process notices for itself.
 * @param others Gives what else is to be said at the moment, such as the faults of simulated providers.
 */
export function createWarnings(
  {
    PUBLIC_URL,
    PORT,
    TRUSTED_PROXY_HOPS,
  }: Pick<Configuration, "PUBLIC_URL" | "PORT" | "TRUSTED_PROXY_HOPS">,
  remarks: readonly string[],
  logger: Pick<Logger, "warn">,
  others: () => readonly string[] = () => [],
) {
  const noticed: string[] = [];
  let checks: { sentence: string; shows(request: SeenRequest): boolean }[] = [];
  if (PUBLIC_URL === `http://localhost:${PORT}`) {
    checks.push({
      sentence: `PUBLIC_URL is not set, and requests arrive under a domain name: links, samples and the sitemap lead to ${PUBLIC_URL}. Set it to the URL under which visitors reach this service, as in PUBLIC_URL=https://players.example.`,
      shows: isForDomain,
    });
  }
  if (TRUSTED_PROXY_HOPS === 0) {
    checks.push({
      sentence:
        "TRUSTED_PROXY_HOPS is 0, and requests arrive through a proxy (X-Forwarded-For from a private address): all visitors count as one client, and share one refresh an hour. Set it to the number of proxies in front, as in TRUSTED_PROXY_HOPS=1.",
      shows: isFromProxy,
    });
  }

  return {
    list: (): string[] => [...remarks, ...noticed, ...others()],

    /** Checks a request, until there is nothing left to notice. */
    notice(request: SeenRequest): void {
      for (const check of checks) {
        if (!check.shows(request)) continue;
        checks = checks.filter((one) => one !== check);
        noticed.push(check.sentence);
        logger.warn(check.sentence);
      }
    },
  };
}

function isForDomain({ headers }: SeenRequest): boolean {
  const { host } = headers;
  return [headers["x-forwarded-host"], host].flat().some((name = "") => {
    const [plain = ""] = name.trim().toLowerCase().split(/[,:]/);
    const domain = plain.replace(/\.$/, "");
    return DOMAIN.test(domain) && !INTERNAL.test(domain);
  });
}

function isFromProxy({ headers, socket: { remoteAddress = "" } }: SeenRequest): boolean {
  if (headers["x-forwarded-for"] === undefined || isIP(remoteAddress) === 0) return false;
  return !isPublicAddress(remoteAddress);
}
