import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/prepare.mjs";
import { type Edge, type EdgeResponse, send, withNginx } from "./support/nginx.ts";
import { expectRefusal } from "./support/raw.ts";

const deployed = await readFile(path.join(root, "deploy", "nginx.conf"), "utf8");
const running = await readFile(path.join(root, "docs", "running.md"), "utf8");
const limitOf = (zone: string) =>
  Number(new RegExp(`limit_conn ${zone} (\\d+);`).exec(deployed)?.[1]);
const LIMIT = limitOf("nametag_clients");
const NETWORK_LIMIT = limitOf("nametag_networks");

test("serves a client no more requests at once than the limit, and others all the same", () =>
  withHeldResponses(async ({ edge, waiting, release }) => {
    const first = Array.from({ length: LIMIT }, (_, at) => fromClient(edge, "192.0.2.1", at));
    await expect.poll(waiting).toBe(LIMIT);
    for (const target of [
      "/api?username=Lantern_Lou",
      "/head",
      "/en/docs",
      "/profiles/minecraft",
    ]) {
      const refused = await send(edge.port, target, { headers: forwarded("192.0.2.1") });
      expectRefusal(refused, "OVERLOADED");
      expect(refused.headers).toMatchObject({
        "retry-after": "1",
        "access-control-expose-headers": "Retry-After",
      });
    }
    const other = fromClient(edge, "192.0.2.2", LIMIT);
    await expect.poll(waiting).toBe(LIMIT + 1);
    release();
    const statuses = (await Promise.all([...first, other])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Connections that are done no longer count.
    const again = fromClient(edge, "192.0.2.1", LIMIT + 1);
    await expect.poll(waiting).toBe(1);
    release();
    expect((await again).status).toBe(200);
  }));

for (const [title, one, same, other] of [
  ["the /64 of an IPv6 address", "2001:db8:0:1::1", "2001:DB8::1:ffff:a:b:c", "2001:db8:0:2::1"],
  ["zeros in an IPv6 address", "2001:db8:0:a0d::", "2001:db8:0:0a0d:a0d::1", "2001:db8:0:a0e::"],
  [
    "an IPv4 address that is mapped into IPv6",
    "::ffff:192.0.2.9",
    "192.0.2.9",
    "::ffff:192.0.2.10",
  ],
] as const) {
  test(`counts requests by ${title}`, () =>
    withHeldResponses(async ({ edge, waiting, release }) => {
      const all = Array.from({ length: LIMIT }, (_, at) =>
        fromClient(edge, at % 2 === 0 ? one : same, at),
      );
      await expect.poll(waiting).toBe(LIMIT);
      for (const address of [one, same]) {
        expectRefusal(await fromClient(edge, address, LIMIT), "OVERLOADED");
      }
      all.push(fromClient(edge, other, LIMIT));
      await expect.poll(waiting).toBe(LIMIT + 1);
      release();
      expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true);
    }));
}

test("counts requests by the /48 of an IPv6 address, of whose clients none has many", () =>
  withHeldResponses(async ({ edge, waiting, release }) => {
    const inNetwork = (at: number) => `2001:db8:7:${at.toString(16)}::1`;
    const all = Array.from({ length: NETWORK_LIMIT }, (_, at) =>
      fromClient(edge, inNetwork(at), at),
    );
    await expect.poll(waiting).toBe(NETWORK_LIMIT);
    expectRefusal(await fromClient(edge, inNetwork(NETWORK_LIMIT), NETWORK_LIMIT), "OVERLOADED");
    all.push(fromClient(edge, "2001:db8:8::1", NETWORK_LIMIT));
    await expect.poll(waiting).toBe(NETWORK_LIMIT + 1);
    release();
    expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true);
  }));

/** A client can send so many lookups of any kind at a time. */
const BURST = Number(/limit_req zone=nametag_client_rate burst=(\d+) nodelay;/.exec(deployed)?.[1]);

for (const target of ["/head/Lantern_Lou", "/en/player/Lantern_Lou", "/profiles/minecraft"]) {
  test(`serves a client pages of a hundred lookups, and not as many as it likes: ${target}`, () =>
    withResponses(async (edge) => {
      let served = 0;
      let refused: EdgeResponse | undefined;
      // As many at once as limit_conn allows by far.
      const sendAll = async () => {
        while (refused === undefined) {
          const response = await send(edge.port, target, { headers: forwarded("192.0.2.1") });
          if (response.status === 200) served += 1;
          else refused = response;
        }
      };
      await Promise.all(Array.from({ length: 32 }, sendAll));
      expect(BURST).toBeGreaterThan(300);
      expect(served).toBeGreaterThan(BURST);
      expectRefusal(refused, "OVERLOADED");
      expect(refused?.headers["retry-after"]).toBe("1");
      const other = await send(edge.port, target, { headers: forwarded("192.0.2.2") });
      expect(other.status).toBe(200);
      const file = await send(edge.port, "/_next/static/x.js", { headers: forwarded("192.0.2.1") });
      expect(file.status).toBe(200);
    }));
}

test("refuses a network that the operator blocks, and no other", () =>
  withResponses(async (edge) => {
    const statusFor = async (address: string, target: string) =>
      (await send(edge.port, target, { headers: forwarded(address) })).status;
    for (const target of [
      "/head/Lantern_Lou",
      "/en",
      "/profiles/minecraft",
      "/_next/static/x.js",
    ]) {
      expect([target, await statusFor("203.0.113.7", target)]).toEqual([target, 403]);
      expect([target, await statusFor("2001:db8:7:9::1", target)]).toEqual([target, 403]);
      expect([target, await statusFor("203.0.114.7", target)]).toEqual([target, 200]);
    }
    expect(await statusFor("203.0.114.7", "/api/metrics")).toBe(404);
  }, documented("/etc/nginx/conf.d/nametag-blocked.conf")));

/** As it arrives from a proxy that nginx trusts. */
const forwarded = (address: string) => ({ "x-forwarded-for": address });

function fromClient({ port }: Edge, address: string, at: number): Promise<EdgeResponse> {
  return send(port, `/en/page-${at}`, { headers: forwarded(address) });
}

interface Held {
  edge: Edge;
  /** How many requests wait for their response. */
  waiting: () => number;
  release: () => void;
}

/** A file as docs/running.md has it. */
function documented(file: string): string {
  const [, text] = running.split(`\`${file}\``)[1]?.split(/^```nginx\n(.*?)^```$/ms) ?? [];
  if (text === undefined) throw new Error(`docs/running.md does not show ${file}.`);
  return text;
}

/** Runs nginx behind a trusted proxy, in front of a server that responds at once. */
async function withResponses(use: (edge: Edge) => Promise<void>, own = ""): Promise<void> {
  const server = createServer((_, response) => void response.end("ok")).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await withNginx((server.address() as AddressInfo).port, use, `${REAL_IP}\n${own}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

// As docs/running.md says for an nginx behind another proxy.
const REAL_IP = "set_real_ip_from 127.0.0.0/8; real_ip_header X-Forwarded-For;";

/** Runs nginx behind a trusted proxy, in front of a server that responds only once it is told to. */
async function withHeldResponses(use: (held: Held) => Promise<void>): Promise<void> {
  const held = new Set<ServerResponse>();
  const server = createServer((_, response) => void held.add(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const release = () => {
    for (const response of held) response.end("ok");
    held.clear();
  };
  try {
    const { port } = server.address() as AddressInfo;
    await withNginx(port, (edge) => use({ edge, waiting: () => held.size, release }), REAL_IP);
  } finally {
    release();
    server.closeAllConnections();
    server.close();
  }
}
