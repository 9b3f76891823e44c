import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "./local-server.ts";
import { launchServer, onFreePort } from "./redis.ts";

it("ports for servers are none that systems give away, and none is given twice", async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, freePort));
  expect(new Set(ports).size).toBe(100);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

it.each(["port", "cluster-port"])("a Redis whose %s was taken gets another", async (option) => {
  const folder = await mkdtemp(path.join(tmpdir(), "nametag-ports-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const tried: number[] = [];
  const others = createServer();
  const child = await onFreePort(async (port) => {
    if (tried.push(port) === 1) await new Promise<void>((taken) => others.listen(port, taken));
    const own = { port: `${await freePort()}`, "cluster-enabled": "yes", [option]: `${port}` };
    const settings = { ...own, dir: folder };
    return launchServer(Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]));
  });
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  others.close();
  // Another one may be taken as well: the bus of a cluster is among the ports of connections.
  expect(tried.length).toBeGreaterThan(1);
});
