import { code, note, prose, section } from "../block.ts";
import { definePage } from "../page.ts";

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

export const selfHosting = definePage("selfHosting", "self-hosting", [
  prose("intro"),

  section("start", "start"),
  prose("startText"),
  code("bash", "npm start"),
  prose("startDemo"),
  code("bash", "npm run demo"),

  section("configuration", "configuration"),
  prose("configurationText"),
  { kind: "variables" },

  section("public-address", "publicAddress"),
  prose("publicAddressText"),
  code("bash", "PUBLIC_URL=https://players.example.org npm run build"),

  section("data", "data"),
  prose("dataText"),

  section("redis", "redis"),
  prose("redisText"),
  code("bash", "REDIS_URL=redis://127.0.0.1:6379 npm start"),
  prose("redisCare"),

  section("proxy", "proxy"),
  prose("proxyText"),
  code("ini", settings, "/etc/nametag.env"),
  code("nginx", behindNginx, "nginx"),
  code("nginx", behindCaddy, "Caddyfile"),
  note("proxyHops"),
  prose("proxyCache"),

  section("containers", "containers"),
  prose("containersText"),
  code("bash", "PUBLIC_URL=https://players.example.org docker compose up --build --detach"),
  prose("containersAlone"),
  code(
    "bash",
    `
    docker build -t nametag .
    docker run --read-only --tmpfs /tmp -v nametag:/data -p 3000:3000 nametag
    `,
  ),

  section("health", "health"),
  prose("healthText"),

  section("metrics", "metrics"),
  prose("metricsText"),
  code("yaml", scraping, "prometheus.yml"),

  section("logs", "logs"),
  prose("logsText"),

  section("sizing", "sizing"),
  prose("sizingText"),
  prose("sizingNew"),

  section("processes", "processes"),
  prose("processesText"),
  code("bash", "WEB_CONCURRENCY=2 npm start"),

  section("updating", "updating"),
  prose("updatingText"),
  code(
    "bash",
    `
    sudo git pull
    sudo env PUBLIC_URL=https://players.example.org npm run build
    sudo systemctl restart nametag
    `,
  ),
  prose("updatingMore"),
]);
