import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { startSandbox } from "./server.ts";

describe("a sandbox", () => {
  it("has a URL for every variable of the service", async () => {
    const sandbox = await startSandbox();
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(sandbox.environment).toEqual({
      MOJANG_API_URL: `${sandbox.url}/mojang-api`,
      MOJANG_LEGACY_API_URL: `${sandbox.url}/mojang-legacy`,
      MOJANG_SESSION_URL: `${sandbox.url}/mojang-session`,
      MOJANG_TEXTURES_URL: `${sandbox.url}/mojang-textures`,
      GEYSER_API_URL: `${sandbox.url}/geyser`,
      PLAYERDB_URL: `${sandbox.url}/playerdb`,
      XBOX_PROFILE_URL: `${sandbox.url}/xbox`,
      UPSTREAM_RATE_FACTOR: "1000",
      OPENXBL_URL: `${sandbox.url}/openxbl`,
      NAME_HISTORY_URL: `${sandbox.url}/laby`,
      OPTIFINE_URL: `${sandbox.url}/optifine`,
    });
    await sandbox.close();
  });

  it("returns a loopback URL when it listens on all addresses", async () => {
    const sandbox = await startSandbox({ host: "0.0.0.0" });
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await sandbox.close();
  });

  it("lists its upstreams for an unknown path", async () => {
    const sandbox = await startSandbox();
    const response = await fetch(`${sandbox.url}/mojang/whatever`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: expect.stringContaining("mojang-api") });
    await sandbox.close();
  });

  it.each([
    { kind: "hang" },
    { kind: "delay", ms: 3_600_000 },
    { kind: "drip", bytesPerSecond: 0.001 },
    { kind: "huge" },
  ] as const)("closes at once while a request waits: $kind", async (fault) => {
    const sandbox = await startSandbox();
    sandbox.control.fault({ route: "*", fault });
    const { port } = new URL(sandbox.url);
    const socket = connect(Number(port), "127.0.0.1");
    const ended = new Promise((resolve) => socket.on("close", resolve));
    socket.on("error", () => undefined).resume();
    socket.write("GET /geyser/v2/xbox/xuid/Bea HTTP/1.1\r\nhost: x\r\n\r\n");
    while (sandbox.control.count() === 0) await new Promise(setImmediate);
    await sandbox.close();
    await expect(ended).resolves.toBeTypeOf("boolean");
  });

  it("can be closed twice", async () => {
    const sandbox = await startSandbox();
    await sandbox.close();
    await expect(sandbox.close()).resolves.toBeUndefined();
  });
});
