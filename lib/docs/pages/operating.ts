import { dashed } from "../../contract/identifiers.ts";
import { ADDITIONS } from "../capacity/figures.ts";
import { examplePlayer } from "../contract.ts";
import { code, definePage, note, prose, section, topic, topics } from "../page.ts";

const behindNginx = `
  server {
    listen 80;
    server_name players.example.org;

    location / {
      proxy_pass http://127.0.0.1:3000;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
`;

const behindCaddy = `
  players.example.org {
    reverse_proxy 127.0.0.1:3000
  }
`;

const settings = `
  # Passwords and keys may follow: chmod 600 /etc/nametag.env
  PUBLIC_URL=https://players.example.org
  HOST=127.0.0.1
  TRUSTED_PROXY_HOPS=1
`;

const scraping = `
  scrape_configs:
    - job_name: nametag
      metrics_path: /api/metrics
      static_configs:
        - targets: ["127.0.0.1:3000"]
`;

const selfHosting = definePage("selfHosting", [
  ...topic("start"),
  code("bash", "npm start"),
  prose("startDemo"),
  code("bash", "npm run demo"),

  ...topic("configuration"),
  { kind: "variables" },

  ...topic("publicAddress"),
  code("bash", "PUBLIC_URL=https://players.example.org npm start"),

  ...topic("data"),

  ...topic("redis"),
  code("bash", "REDIS_URL=redis://127.0.0.1:6379 npm start"),
  prose("redisCare"),
  prose("redisCluster"),
  code("bash", "REDIS_URL=redis+cluster://192.0.2.7,192.0.2.8 npm start"),
  code("bash", "REDIS_URL=redis+sentinel://name@192.0.2.7,192.0.2.8/0 npm start"),

  ...topic("proxy"),
  code("ini", settings, "/etc/nametag.env"),
  code("nginx", behindNginx, "nginx"),
  code("nginx", behindCaddy, "Caddyfile"),
  note("proxyHops"),
  prose("proxyCache"),

  ...topic("containers"),
  code("bash", "PUBLIC_URL=https://players.example.org docker compose up --build --detach"),
  prose("containersAlone"),
  code(
    "bash",
    `
    docker build -t nametag .
    docker run --read-only --tmpfs /tmp -v nametag:/data -p 3000:3000 \\
      -e PUBLIC_URL=https://players.example.org nametag
    `,
  ),

  ...topic("kubernetes"),
  code("bash", "kubectl apply -k deploy/kubernetes/base"),

  ...topic("health"),

  ...topic("metrics"),
  code("yaml", scraping, "prometheus.yml"),

  ...topic("logs"),

  ...topic("sizing"),
  prose("sizingNew"),

  ...topic("skinSources", "skin-services"),
  code("bash", "SKIN_SOURCES=mojang,https://skins.example/api/yggdrasil npm start"),
  prose("skinSourcesMore"),

  ...topic("capes", "optifine"),

  ...topic("processes"),
  code("bash", "WEB_CONCURRENCY=2 npm start"),

  ...topic("updating"),
  code(
    "bash",
    `
    sudo git pull
    sudo npm run build
    sudo systemctl restart nametag
    `,
  ),
  prose("updatingMore"),
]);

export const capacity = definePage("capacity", [
  section("traffic"),
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

  ...topic("limits"),
  {
    kind: "plot",
    plot: "limits",
    columns: ["limitsPlot", "names", "sessions", "geyser", "core", "redis"],
  },
  ...topic("waiting"),
  { kind: "plot", plot: "waits", columns: ["waitsPlot", "waitsHalf", "waits95", "waits99"] },

  section("add"),
  {
    kind: "additions",
    columns: ["added", "addedRequests", "addedHits", "addedStale", "addedRefused", "addedFirst"],
    rows: ADDITIONS,
  },
  prose("addText"),
  code("bash", "EGRESS_NAME=attic REDIS_URL=redis://192.0.2.7:6379 npm start"),
  ...topic("addCdn", "cdn"),
  { kind: "plot", plot: "hits", columns: ["hitsPlot", "hitsDirect", "hitsCdn"] },
  ...topic("addRedis", "redis"),
  { kind: "plot", plot: "commands", columns: ["commandsPlot", "commandsLine"] },

  ...topic("method"),
  code("bash", "npm run simulate -- --requests 5e6 --addresses 2 --instances 2 --cdn"),
  prose("methodMore"),
]);

const forgetInRedis = `
  redis-cli --scan --pattern "nametag:*dfb83a479bf3469583e7bdc34c28fa4e" | xargs redis-cli del
  redis-cli --scan --pattern "nametag:*2761708961228418" | xargs redis-cli del
  redis-cli --scan --pattern "nametag:*:java-name:v1*:lantern_lou" | xargs redis-cli del
  redis-cli del "nametag:1:values:gamertag:v1:lantern lou"
  redis-cli del nametag:1:ledger:recent:v1 nametag:1:ledger:changes:v1
`;

const privacy = definePage("privacy", [
  ...topic("players"),
  prose("sixHours"),
  ...topics(
    "visitors",
    "providers",
    "browser",
    "embedding",
    "recent",
    "logs",
    "names",
    "askRemoval",
    "exclude",
  ),
  code(
    "ini",
    `
    EXCLUDED_PLAYERS=${dashed(examplePlayer.uuid)},${examplePlayer.xuid}
    OBSERVED_HISTORY=off
    `,
  ),
  prose("excludeAfter"),
  ...topic("removal"),
  code("bash", forgetInRedis, "Redis"),
  prose("removalAfter"),
  ...topics("security", "affiliation"),
]);

export const operating = [selfHosting, capacity, privacy];
