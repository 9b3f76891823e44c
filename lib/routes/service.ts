import { ApiError } from "../contract/errors.ts";
import { recentQuery, socialQuery } from "../contract/queries.ts";
import {
  healthBody,
  recentBody,
  socialBody,
  statusBody,
  type HealthBody,
  type NotReadyBody,
  type StatusBody,
} from "../contract/status.ts";
import { entityTag, errorReply, jsonReply, type Reply } from "../http/reply.ts";
import { METRICS_TYPE } from "../metrics/metrics.ts";
import { commonErrors, defineRoute, type RouteServices } from "./route.ts";

/* The service about itself: its links, its use and its health. */

/** `GET /api?social=1`: the operator's links. */
export const social = defineRoute({
  id: "getSocial",
  selectedBy: ["social"],
  query: socialQuery,
  required: ["social"],
  body: socialBody,
  errors: ["INVALID_PARAMETER", ...commonErrors],
  freshness: "constant",
  handle: (_, __, { social }) => tagged({ success: true, social }),
});

/** `GET /api?recent=1`: who was looked up, and how much the service is used. */
export const recent = defineRoute({
  id: "getRecent",
  selectedBy: ["recent"],
  query: recentQuery,
  required: ["recent"],
  body: recentBody,
  errors: ["INVALID_PARAMETER", ...commonErrors],
  freshness: "brief",
  handle: async (_, __, { activity }) => tagged({ success: true, ...(await activity.recent()) }),
});

/** `GET /api/status`: what the status page shows. */
export const status = defineRoute({
  id: "getStatus",
  required: [],
  body: statusBody,
  errors: commonErrors,
  about: {
    summary: "The providers in the last 24 hours",
    description:
      "What the status page shows: how each provider answered this instance, when providers failed in the last seven days, and how much the service is used. Calls no provider.",
    response: "The providers, and how much the service is used.",
  },
  freshness: "brief",
  async handle(_, __, { activity, status, storesWork, warnings, version }) {
    const [{ stats }, providers] = await Promise.all([activity.recent(), status()]);
    const store = stateOf(storesWork);
    const body = { store, warnings: warnings(), stats, ...providers, version };
    return tagged({ success: true, ...body } satisfies StatusBody);
  },
});

/** `GET /api/health`: whether the process is alive. */
export const health = defineRoute({
  id: "getHealth",
  required: [],
  body: healthBody,
  errors: commonErrors,
  about: {
    summary: "Check that the process is alive",
    description: "Queries no provider and no store. Never cached.",
    response: "The process is alive.",
  },
  freshness: "none",
  handle: () => jsonReply(200, { success: true, status: "alive" } satisfies HealthBody),
});

/** `GET /api/ready`: whether lookups and pages work. */
export const ready = defineRoute({
  id: "getReady",
  required: [],
  body: healthBody,
  errors: commonErrors,
  about: {
    summary: "Check that the process is ready for requests",
    description:
      "For load balancers: 503 while pages cannot be rendered, and during shutdown. Never cached.",
    response: "The process is ready for requests.",
  },
  freshness: "none",
  handle(_, __, { state, storesWork, warnings, clock }) {
    const { arePagesReady, isDraining } = state();
    if (arePagesReady && !isDraining) {
      const store = stateOf(storesWork);
      const body = { success: true, status: "ready", store, warnings: warnings() } as const;
      return jsonReply(200, body satisfies HealthBody);
    }
    const sentence = isDraining ? "This process is shutting down." : "Pages can't be rendered yet.";
    const error = new ApiError("OVERLOADED", sentence, { retryAfterSeconds: 1 });
    const body: NotReadyBody = { ...error.body, missing: arePagesReady ? [] : ["pages"] };
    return { ...errorReply(error, clock.now()), body: JSON.stringify(body) };
  },
});

/** `GET /api/metrics`: what the service counts and measures, in Prometheus' text format. */
export const metrics = defineRoute({
  id: "getMetrics",
  required: [],
  errors: commonErrors,
  about: {
    summary: "Metrics for Prometheus",
    description:
      "The sum of all processes, at most a second old. No label contains anything about a request or a player. Never cached.",
    response: "Metrics in the Prometheus text format, version 0.0.4.",
  },
  freshness: "none",
  async handle(_, __, { metrics }) {
    const body = await metrics.recentText();
    return { status: 200, headers: { "content-type": METRICS_TYPE }, body };
  },
});

/** `GET /api.php`: the former address. A relative redirect cannot leave this host. */
export const oldAddress = defineRoute({
  id: "redirectToApi",
  required: [],
  errors: commonErrors,
  freshness: "oldAddress",
  handle(_, { query }) {
    const safe = /^[\x21-\x7e]*$/.test(query) ? query : new URLSearchParams(query).toString();
    return {
      status: 301,
      headers: { location: safe === "" ? "/api" : `/api?${safe}` },
      body: null,
    };
  },
});

function stateOf(storesWork: RouteServices["storesWork"]): "ok" | "degraded" {
  return storesWork() ? "ok" : "degraded";
}

function tagged(body: object): Reply {
  return jsonReply(200, body, { etag: entityTag(JSON.stringify(body)) });
}
