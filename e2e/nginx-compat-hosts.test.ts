import { expect, test } from "vitest";
import { compatServices } from "../lib/configuration/compat-services.ts";
import { isApiPath } from "../lib/contract/paths.ts";
import { compatRows } from "../lib/compat/documented.ts";
import { type EdgeResponse, send } from "./support/nginx.ts";
import { settings } from "./support/settings.ts";
import { useNginx, useWorld } from "./support/use.ts";

/* With COMPAT_HOSTS, one path means something else on each host: to nginx, too. */

const COMPAT_HOSTS = compatServices.map((service) => `${hostOf(service)}=${service}`).join(",");
const world = useWorld({ ...settings.behindProxy, COMPAT_HOSTS }, { pages: false });
const edge = useNginx(() => world().service);

const PLAIN = "players.example.org";
const PLAYERS = ["Lantern_Lou", "dfb83a479bf3469583e7bdc34c28fa4e", "2796662987455236"];

function hostOf(service: string): string {
  return `${service}.example.org`;
}

interface Asked {
  host: string;
  target: string;
  method: string;
  body?: string;
}

/** Every URL of a service, for one of the players, on its own host, on one that belongs to none, and under `/compat` on both. */
const requests: Asked[] = compatServices.flatMap((service) =>
  compatRows(service).flatMap(({ old }, index) => {
    const isPost = old.startsWith("POST ");
    const written = decodeURI(new URL(old.replace(/^POST /, "")).href).replace(
      /^https:\/\/[^/]+/,
      "",
    );
    const sent = isPost ? { method: "POST", body: bodyFor(written) } : { method: "GET" };
    const path = written
      .replace("{id}", PLAYERS[index % PLAYERS.length] ?? "")
      .replace("{size}", "24")
      .replace("{any}", "default")
      .replace("{prefix}", ".");
    const moved = `/compat/${service}${path}`;
    return [
      { host: hostOf(service), target: path, ...sent },
      { host: hostOf(service), target: moved, ...sent },
      { host: PLAIN, target: moved, ...sent },
      // Elsewhere it would be a page.
      ...(isApiPath(path.replace(/\?.*/, "")) ? [{ host: PLAIN, target: path, ...sent }] : []),
    ] satisfies Asked[];
  }),
);

function bodyFor(path: string): string {
  return JSON.stringify(path.includes("xbox") ? { xuids: [PLAYERS[2]] } : [PLAYERS[0]]);
}

const ask = async (port: number, { host, target, method, body }: Asked) =>
  contentOf(await send(port, target, { method, headers: { host }, body }));

function contentOf({ status, headers, body }: EdgeResponse) {
  const { location, "content-type": type, "x-texture-source": source } = headers;
  return { status, type, source, location, saved: headers["content-disposition"], body };
}

const nameOf = ({ host, target, method }: Asked) => `${method} ${host} ${target}`;

test("a host has the URLs of its service", async () => {
  const { port, url } = world().service;
  const headers = { host: hostOf("crafthead") };
  const own = await fetch(`${url}/head?username=.Mossy_Minnow&size=128`);
  // The default of DiscordSRV, with a UUID of Floodgate.
  const moved = await send(port, "/helm/00000000000000000009ef8cd7ec7b04/128", { headers });
  expect([moved.status, moved.headers["x-texture-source"]]).toEqual([200, "player"]);
  expect(moved.body.equals(Buffer.from(await own.arrayBuffer()))).toBe(true);
});

test("every URL of every service is the same through nginx, on each host", async () => {
  const { port } = world().service;
  // The first response about a player comes before the service knows the player.
  for (const asked of requests) await ask(port, asked);
  const direct = new Map<string, ReturnType<typeof contentOf>>();
  for (const asked of requests) direct.set(nameOf(asked), await ask(port, asked));
  const wrong = new Set<string>();
  for (const time of ["at first", "from its cache"]) {
    for (const asked of requests) {
      const got = await ask(edge().port, asked);
      const own = direct.get(nameOf(asked));
      const isSame = JSON.stringify(got) === JSON.stringify(own);
      if (!isSame) wrong.add(`${nameOf(asked)} ${time}: ${got.status}, not ${own?.status}`);
    }
  }
  expect([...wrong]).toEqual([]);
}, 120_000);
