import type { PlayerRouteId, RouteId } from "../contract/paths.ts";
import { batch } from "./batch.ts";
import { history } from "./history.ts";
import { body, bust, cape, head, playerCard, skin } from "./images.ts";
import { openApi } from "./openapi/document.ts";
import { profile } from "./profile.ts";
import { endpointsIn, type Endpoint, type Route } from "./route.ts";
import { suggest } from "./suggest.ts";
import { health, metrics, oldAddress, ready, recent, social, status } from "./service.ts";

export type { Endpoint, EndpointId } from "./route.ts";

/**
 * Every route of this service's own API; the URLs of other services are in `compat`. Handlers, OpenAPI, the
 * documentation with its forms, metrics' labels and the list of the proxy are derived from it.
 */
export const routes = {
  getProfile: profile,
  getSocial: social,
  getRecent: recent,
  getBatch: batch,
  getHistory: history,
  getSuggestions: suggest,
  getHead: head,
  getBust: bust,
  getBody: body,
  getPlayerCard: playerCard,
  getSkin: skin,
  getCape: cape,
  getHealth: health,
  getReady: ready,
  getMetrics: metrics,
  getStatus: status,
  getOpenApi: openApi,
  redirectToApi: oldAddress,
} satisfies { [Id in RouteId]: Route & { id: Id } };

/** Every route about players: the documentation and its samples are derived from it. */
export const endpoints: readonly Endpoint[] = endpointsIn(routes);

export function endpointOf(id: PlayerRouteId): Endpoint {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined) throw new TypeError(`No endpoint is called ${id}.`);
  return endpoint;
}
