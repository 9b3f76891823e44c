import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "playwright/test";
import { startSandbox } from "../sandbox/server.ts";
import { findNode } from "../scripts/find-programs.mjs";
import { startService, type Service } from "./support/service.ts";

/** The first time, a download of 50 MB. */
const FETCH_MS = 300_000;

test("the build runs on Node 24, and on Node 26 with the same data", async () => {
  test.setTimeout(FETCH_MS);
  const nodes = [24, 26].map((major) => ({ major, node: findNode(major) }));
  const sandbox = await startSandbox();
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-nodes-"));
  let service: Service | undefined;
  try {
    for (const { major, node } of nodes) {
      service = await startService({ ...sandbox.environment, DATA_DIR: directory }, { node });
      const profile = await fetch(`${service.url}/api?username=Lantern_Lou`);
      expect(profile.headers.get("x-cache")).toBe(major === 24 ? "MISS" : "HIT");
      await expectAllOf(service, major);
      await service.stop();
    }
  } finally {
    await service?.kill();
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
});

/** Uses everything with native code, or that depends much on Node. */
async function expectAllOf({ url }: Service, major: number): Promise<void> {
  // Not requested before.
  const profile = await fetch(
    `${url}/api?username=${major === 24 ? "Tinker_Tess" : "CopperKettle"}`,
  );
  expect(profile.status).toBe(200);
  expect(await profile.json()).toMatchObject({ success: true, cached: false });

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
