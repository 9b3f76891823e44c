import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { healthCheck, healthVariables } from "./support/image.ts";
import { type Service, withSandbox } from "./support/service.ts";

test("the build runs on Node 24, and on Node 26 with the same data", () =>
  withSandbox(async ({ start }) => {
    for (const major of [24, 26]) {
      const service = await start({}, { node: nodeOf(major) });
      const profile = await fetch(`${service.url}/api?username=Lantern_Lou`);
      expect(profile.headers.get("x-cache")).toBe(major === 24 ? "MISS" : "HIT");
      await expectAllOf(service, major);
      const health = { env: healthVariables(service.url) };
      expect(spawnSync(nodeOf(major), healthCheck(), health).status).toBe(0);
      await service.stop();
    }
  }));

/** The path of a Node of this major version, which npm downloads once. */
function nodeOf(major: number): string {
  const args = ["exec", "--yes", "--prefer-offline", `--package=node@${major}`, "--"];
  const node = ["node", "-p", "process.execPath"];
  const { status, stdout, stderr } = spawnSync("npm", [...args, ...node], { encoding: "utf8" });
  if (status !== 0) throw new Error(`npm gives no Node ${major} that starts here:\n${stderr}`);
  return stdout.trim();
}

/** Uses everything with native code, or that depends much on Node. */
async function expectAllOf({ url }: Service, major: number): Promise<void> {
  const name = major === 24 ? "Tinker_Tess" : "CopperKettle";
  const profile = await fetch(`${url}/api?username=${name}`);
  expect(profile.status).toBe(200);
  expect(await profile.json()).toMatchObject({ success: true, cached: false });

  const head = await fetch(`${url}/head?username=Lantern_Lou&size=64&format=webp`);
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/webp"]);

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
