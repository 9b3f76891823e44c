import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "playwright/test";
import { startSandbox } from "../sandbox/server.ts";
import { findNode } from "../scripts/find-node.mjs";
import { startService, type Service } from "./support/service.ts";

/** A program of 50 MB is fetched the first time. */
const FETCH_MS = 300_000;

for (const major of [24, 26]) {
  test(`the build runs on Node ${major}`, async () => {
    test.setTimeout(FETCH_MS);
    const node = nodeOrSkip(major);
    const sandbox = await startSandbox();
    const directory = await mkdtemp(path.join(tmpdir(), `nametag-node-${major}-`));
    const start = () => startService({ ...sandbox.environment, DATA_DIR: directory }, { node });
    let service: Service | undefined;
    try {
      service = await start();
      await expectAllOf(service, major);
      await service.stop();
      // What it wrote is there again.
      service = await start();
      const known = await fetch(`${service.url}/api?username=Lantern_Lou`);
      expect(known.headers.get("x-cache")).toBe("HIT");
      await service.stop();
    } finally {
      await service?.kill();
      await sandbox.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
}

/** In CI there is no excuse. */
function nodeOrSkip(major: number): string {
  try {
    return findNode(major);
  } catch (error) {
    if (process.env["CI"] !== undefined) throw error;
    test.skip(true, String(error));
    throw error;
  }
}

/** One of everything that needs code of another language, or much of Node. */
async function expectAllOf({ url }: Service, major: number): Promise<void> {
  const profile = await fetch(`${url}/api?username=Lantern_Lou`);
  expect(profile.status).toBe(200);
  expect(await profile.json()).toMatchObject({ success: true, java: { username: "Lantern_Lou" } });

  const head = await fetch(`${url}/head?username=Lantern_Lou&size=64&format=webp`);
  expect(head.status).toBe(200);
  expect(head.headers.get("content-type")).toBe("image/webp");

  const ready = await fetch(`${url}/api/ready`);
  expect(await ready.json()).toMatchObject({ store: "ok" });

  for (const target of ["/en", "/en?username=Lantern_Lou", "/en/docs/head"]) {
    const page = await fetch(url + target);
    expect(page.status, target).toBe(200);
    expect(await page.text()).toContain("<h1");
  }

  const metrics = await (await fetch(`${url}/api/metrics`)).text();
  expect(metrics).toMatch(new RegExp(`^nametag_build_info\\{.*node="v${major}\\.`, "m"));
}
