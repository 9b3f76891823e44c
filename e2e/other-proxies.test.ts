import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { onPath } from "../scripts/find-programs.mjs";
import { root } from "../scripts/prepare.mjs";
import { freePort } from "../testing/local-server.ts";
import { send } from "./support/nginx.ts";
import { withProgram } from "./support/program.ts";
import { scratchFolder } from "./support/use.ts";

const running = await readFile(path.join(root, "docs", "running.md"), "utf8");

/** A file as docs/running.md has it. */
function documented(file: string): string {
  const [, text] = running.split(`\`${file}\`:`)[1]?.split(/^```text\n(.*?)^```$/ms) ?? [];
  if (text === undefined) throw new Error(`docs/running.md does not show ${file}.`);
  return text;
}

const PROXIES = [
  {
    program: "caddy",
    file: "/etc/caddy/Caddyfile",
    listens: (text: string, port: number) =>
      text.replace("players.example.org", `{\n\tadmin off\n}\nhttp://127.0.0.1:${port}`),
    words: (file: string) => ["run", "--adapter", "caddyfile", "--config", file],
  },
  {
    program: "haproxy",
    file: "/etc/haproxy/haproxy.cfg",
    listens: (text: string, port: number) => text.replace("bind :80", `bind 127.0.0.1:${port}`),
    words: (file: string) => ["-db", "-f", file],
  },
  {
    program: "varnishd",
    file: "/etc/varnish/default.vcl",
    // Otherwise what expired a moment ago is served, too, and nothing shows that the service is away.
    listens: (text: string) => text.replace("req.grace = 10s", "req.grace = 0s"),
    // Another user, as whom it would run, cannot read the folder.
    words: (file: string, port: number) => [
      "-j",
      "none",
      "-F",
      "-n",
      path.join(path.dirname(file), "varnish"),
      "-f",
      file,
      "-a",
      `127.0.0.1:${port}`,
    ],
  },
];

for (const { program, file, listens, words } of PROXIES) {
  test.skipIf(onPath([program]) === undefined)(`${program} runs as documented`, async () => {
    const asked: string[] = [];
    const server = createServer(({ url = "", headers }, response) => {
      asked.push(url);
      response.setHeader("cache-control", `public, max-age=${url.startsWith("/skin") ? 1 : 60}`);
      response.end(String(headers["x-forwarded-for"]));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = await freePort();
    const own = path.join(scratchFolder(), "configuration");
    const upstream = `${(server.address() as AddressInfo).port}`;
    await writeFile(own, listens(documented(file), port).replaceAll("3000", upstream));
    try {
      // Caddy keeps a copy of its configuration there.
      const variables = { XDG_CONFIG_HOME: path.dirname(own) };
      await withProgram([program, ...words(own, port)], variables, async () => {
        const get = (headers = {}) =>
          send(port, "/head/Lantern_Lou", { localAddress: "127.0.0.7", headers }).catch(() => null);
        await expect.poll(async () => (await get())?.status).toBe(200);
        const response = await get();
        expect(response?.body.toString().split(", ").at(-1)).toBe("127.0.0.7");
        await expect.poll(() => asked).toContain("/api/ready");
        if (program !== "varnishd") return;
        const countOf = () => asked.filter((url) => url.startsWith("/head")).length;
        expect(countOf()).toBe(1);
        await get({ "cache-control": "no-cache" });
        expect(countOf()).toBe(2);

        const skin = (headers = {}) => send(port, "/skin/Lantern_Lou", { headers });
        const before = await skin();
        server.closeAllConnections();
        server.close();
        const seen = new Set<number>();
        const ageOf = async () => {
          const { status, headers } = await skin();
          seen.add(status);
          return Number(headers.age);
        };
        await expect.poll(ageOf, { timeout: 10_000 }).toBeGreaterThan(1);
        expect([...seen]).toEqual([200]);
        const reloaded = await skin({ "cache-control": "no-cache" });
        expect([reloaded.status, reloaded.body]).toEqual([200, before.body]);
        expect((await send(port, "/skin/Crumbs_And_Co")).status).toBe(503);
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
}
