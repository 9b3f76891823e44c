import { createServer, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { platform } from "node:os";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JavaUuid, ServiceName } from "../contract/identifiers.ts";
import { lookupIn } from "../../testing/local-server.ts";
import { soon } from "../../testing/providers.ts";
import { systemClock } from "../time/clock.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { UpstreamFailure } from "./failure.ts";
import { textureRequest } from "./game-api.ts";
import { createTextureHosts, skinSourceAt } from "./skin-source.ts";
import { createBreakers } from "./upstream/breaker.ts";
import { isPublicAddress } from "./upstream/public-addresses.ts";
import { createUpstream } from "./upstream/request.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** Stands for one of the internet. */
const PUBLIC = "127.0.0.1";
const isPublic = (address: string) => address === PUBLIC || isPublicAddress(address);
/** The addresses of names: all of them are this machine. */
const ADDRESSES: Record<string, string[]> = {
  "skins.example": [PUBLIC],
  "skins.local": ["127.0.0.2"],
  "skins.internal": ["127.0.0.2"],
  skins: ["127.0.0.2"],
  "cdn.example": ["127.0.0.2"],
  "both.example": ["127.0.0.2", "::1"],
  "mapped.example": ["::ffff:127.0.0.2"],
  "deep.cdn.example": ["127.0.0.2"],
  "xn--bcher-kva.example": ["127.0.0.2"],
  localhost: ["127.0.0.2", "::1"],
  "any.localhost": ["127.0.0.2"],
  "textures.local": ["127.0.0.2"],
};

const uuid = "dfb83a479bf3469583e7bdc34c28fa4e" as JavaUuid;
const name = "Lantern_Lou" as ServiceName;

let domains: unknown[] = [];
let lookedUp: string[] = [];
let connections: string[] = [];
let port = 0;
const servers: Server[] = [];

const lookup: LookupFunction = (hostname, ...rest) => {
  lookedUp.push(hostname);
  lookupIn(ADDRESSES)(hostname, ...rest);
};

/** A skin service at 127.0.0.1, and on the same port of other addresses what must not be reached. */
beforeAll(async () => {
  const open = (address: string) =>
    new Promise<void>((resolve, reject) => {
      const server = createServer((request, response) => {
        if (request.url?.endsWith(".png") === true) {
          response.writeHead(200, { "content-type": "image/png" }).end(PNG);
        } else {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ meta: {}, skinDomains: domains }));
        }
      });
      server.on("connection", () => connections.push(address));
      server.once("error", reject).listen(port, address, () => {
        port = (server.address() as AddressInfo).port;
        servers.push(server);
        resolve();
      });
    });
  await open("127.0.0.1");
  await open("127.0.0.2");
  // Some machines have no IPv6.
  await open("::1").catch(() => undefined);
});

const upstreams: ReturnType<typeof createUpstream>[] = [];
afterEach(async () => {
  await Promise.all(upstreams.splice(0).map(({ close }) => close()));
  [domains, lookedUp, connections] = [[], [], []];
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

function open(root: string, breakers = createBreakers()) {
  const guards = [breakers.guard];
  const upstream = createUpstream({ userAgent: "test", lookup, isPublic, guards });
  upstreams.push(upstream);
  const { create, name: provider } = skinSourceAt(root);
  return create({
    upstream: (call) => upstream.send({ ...call, provider }),
    configuration: readConfiguration({}),
    capacity: () => ({ tokens: 1, rate: 1, burst: 1, pausedForSeconds: 0 }),
    clock: systemClock,
  });
}

/** The end of a request for a texture: `found`, or why not. */
async function fetched(source: ReturnType<typeof open>, url: string): Promise<string> {
  try {
    return (await source.textureAt(url, soon())) === null ? "none" : "found";
  } catch (error) {
    if (error instanceof UpstreamFailure) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

const REFUSED = /^bad-response: .*(?:has no public address|on a foreign host)$/;

// Only Linux has all of 127.0.0.0/8.
describe.runIf(platform() === "linux")("a skin service in public", () => {
  const publicRoot = () => `http://skins.example:${port}/api`;

  it.each([
    ["cdn.example"],
    ["cdn.example."],
    ["cdn.example", "cdn.example."],
    ["cdn.example.", "cdn.example"],
    ["CDN.Example", "cdn.EXAMPLE."],
    ["both.example"],
    ["mapped.example"],
    [".cdn.example", "deep.cdn.example"],
    [".cdn.example.", "deep.cdn.example."],
    ["bücher.example", "b\u00fccher.example"],
    ["xn--bcher-kva.example", "BÜCHER.example."],
    ["localhost"],
    ["any.localhost"],
    ["textures.local"],
    ["127.0.0.2"],
    ["127.0.0.2", "0x7f.2"],
    ["0x7f.2"],
    ["2130706434"],
    ["１２７.0.0.2"],
    ["[::1]"],
    ["[::ffff:127.0.0.2]"],
    ["[::ffff:7f00:2]"],
    ["[64:ff9b::7f00:2]"],
    ["[2002:7f00:2::]"],
    ["0.0.0.0"],
    ["[::]"],
  ])("does not lead into this network: %s %s", async (domain, host = domain) => {
    domains = [domain];
    const source = open(publicRoot());
    expect(await fetched(source, `http://${host}:${port}/a.png`)).toMatch(REFUSED);
    // The only connection is that to the service itself, for its metadata.
    expect(connections).toEqual(["127.0.0.1"]);
    for (const own of ["http://skins.example./a.png", "https://skins.example/a.png"]) {
      expect(await fetched(source, own)).toMatch(REFUSED);
    }
  });

  it.each(["169.254.169.254", "10.0.0.1", "192.168.0.1", "100.64.0.1", "[fd00::1]", "[fe80::1]"])(
    "does not lead to %s",
    async (host) => {
      domains = [host];
      for (const scheme of ["http", "https"]) {
        expect(await fetched(open(publicRoot()), `${scheme}://${host}/a.png`)).toMatch(REFUSED);
      }
      expect(lookedUp.filter((name) => name !== "skins.example")).toEqual([]);
    },
  );

  it("is not requested itself where its name leads into this network", async () => {
    for (const host of ["cdn.example", "both.example.", "mapped.example", "deep.cdn.example"]) {
      const source = open(`http://${host}:${port}/api`);
      const lookups = [
        source.profileOf(uuid, soon()),
        source.accountByName(name, soon()),
        source.textureAt(`http://${host}:${port}/a.png`, soon()),
      ];
      for (const end of await Promise.allSettled(lookups)) {
        expect([host, String("reason" in end && end.reason)]).toEqual([
          host,
          expect.stringContaining("its host has no public address"),
        ]);
      }
    }
    expect(connections).toEqual([]);
  });

  it("has textures at its own host, however that is written", async () => {
    for (const host of ["skins.example", "SKINS.example", "skins.example."]) {
      expect(await fetched(open(publicRoot()), `http://${host}:${port}/a.png`)).toBe("found");
    }
    expect(new Set(connections)).toEqual(new Set(["127.0.0.1"]));
  });

  it("does not reach a private address over a connection that others may use", async () => {
    domains = ["cdn.example"];
    const url = `http://cdn.example:${port}/a.png`;
    const upstream = createUpstream({ userAgent: "test", lookup, isPublic });
    upstreams.push(upstream);
    // The same origin, as one that the operator chose, has a connection already.
    const chosen = { provider: "chosen", operation: "texture", deadline: soon() };
    await upstream.send({ ...chosen, ...textureRequest(url) });
    expect(connections).toEqual(["127.0.0.2"]);
    const { create, name: provider } = skinSourceAt(publicRoot());
    const source = create({
      upstream: (call) => upstream.send({ ...call, provider }),
      configuration: readConfiguration({}),
      capacity: () => ({ tokens: 1, rate: 1, burst: 1, pausedForSeconds: 0 }),
      clock: systemClock,
    });
    expect(await fetched(source, url)).toMatch(REFUSED);
    expect(connections).toEqual(["127.0.0.2", "127.0.0.1"]);
  });

  it("is not cut off from its other textures by one that leads here", async () => {
    domains = ["cdn.example"];
    const breakers = createBreakers();
    const source = open(publicRoot(), breakers);
    for (let time = 0; time < 30; time += 1) {
      expect(await fetched(source, `http://cdn.example:${port}/${time}.png`)).toMatch(REFUSED);
    }
    expect(await fetched(source, `http://skins.example:${port}/a.png`)).toBe("found");
    expect(breakers.states().map(({ state }) => state)).toEqual(["closed", "closed"]);
  });
});

describe.runIf(platform() === "linux")("a skin service of the local network", () => {
  it.each(["127.0.0.2", "skins.internal", "skins.local", "skins.local.", "skins", "localhost"])(
    "is requested wherever its name leads: %s",
    async (host) => {
      const source = open(`http://${host}:${port}`);
      expect(await fetched(source, `http://${host}:${port}/a.png`)).toBe("found");
      expect(new Set(connections)).toEqual(new Set(["127.0.0.2"]));
    },
  );

  it("has textures at hosts that it names there", async () => {
    domains = ["textures.local"];
    const source = open(`http://127.0.0.1:${port}`);
    for (const host of ["textures.local", "textures.local."]) {
      expect(await fetched(source, `http://${host}:${port}/a.png`)).toBe("found");
    }
    expect(connections).toContain("127.0.0.2");
  });

  it("has none at hosts that it does not name", async () => {
    domains = ["textures.local"];
    const source = open(`http://127.0.0.1:${port}`);
    expect(await fetched(source, `http://127.0.0.2:${port}/a.png`)).toMatch(REFUSED);
    expect(connections).not.toContain("127.0.0.2");
  });
});

describe("the port of a texture", () => {
  const allowedUrl = createTextureHosts("https://skins.example:8443/api");

  it.each([
    ["http://cdn.example/a", true],
    ["https://cdn.example/a", true],
    ["http://cdn.example:443/a", true],
    ["https://cdn.example:80/a", true],
    ["https://cdn.example:8443/a", true],
    ["https://skins.example:8443/a", true],
    ["http://cdn.example:22/a", false],
    ["http://cdn.example:8080/a", false],
    ["ftp://cdn.example/a", false],
    ["http://user@cdn.example/a", false],
    ["http://cdn.example.evil.example/a", false],
    ["http://evilcdn.example/a", false],
  ])("is one of the web or the service's own: %s", (url, isAllowed) => {
    expect(allowedUrl(url, ["cdn.example"]) !== null).toBe(isAllowed);
  });

  it.each([[""], ["."], [".."], ["https://cdn.example"], ["cdn.example:8443"], ["*"], [" "]])(
    "is not asked for by a domain that is none: %j",
    (domain) => {
      expect(allowedUrl("https://cdn.example/a", [domain])).toBe(null);
    },
  );
});
