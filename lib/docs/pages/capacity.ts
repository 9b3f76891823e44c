import { code, definePage, prose, section, topic } from "../page.ts";

export const capacityPage = definePage("capacity", [
  prose("intro"),

  section("traffic", "traffic"),
  {
    kind: "traffic",
    columns: ["requests", "hits", "stale", "refused", "commands", "cores", "first"],
  },
  prose("trafficText"),
  {
    kind: "plot",
    plot: "answers",
    columns: ["answersPlot", "answersFresh", "answersStale", "answersRefused"],
  },

  ...topic("limits", "limits"),
  {
    kind: "plot",
    plot: "limits",
    columns: ["limitsPlot", "names", "sessions", "geyser", "core", "redis"],
  },
  ...topic("waiting", "waiting"),
  { kind: "plot", plot: "waits", columns: ["waitsPlot", "waitsHalf", "waits95", "waits99"] },

  section("add", "add"),
  {
    kind: "additions",
    columns: ["added", "addedRequests", "addedHits", "addedStale", "addedRefused", "addedFirst"],
    rows: ["nothing", "cdn", "addresses2", "addresses4", "both", "largest"],
  },
  prose("addText"),
  code("bash", "EGRESS_NAME=attic REDIS_URL=redis://192.0.2.7:6379 npm start"),
  ...topic("cdn", "addCdn"),
  { kind: "plot", plot: "hits", columns: ["hitsPlot", "hitsDirect", "hitsCdn"] },
  ...topic("redis", "addRedis"),
  { kind: "plot", plot: "commands", columns: ["commandsPlot", "commandsLine"] },

  ...topic("method", "method"),
  code("bash", "npm run simulate -- --requests 5e6 --addresses 2 --instances 2 --cdn"),
  prose("methodMore"),
]);
