import { findNode } from "../scripts/find-programs.mjs";
import { withProgram } from "./support/program.ts";
import { type Service, withSandbox } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

for (const [title, command, route, calls] of [
  ["npm run demo calls no real provider", ["run", "demo"], "*", 0],
  ["npm start calls the configured providers", ["start"], "mojang-session.*", 1],
] as const) {
  test(title, ({ sandbox }, { outputDir }) => {
    const variables = { ...sandbox.environment, LOG_LEVEL: "warn", DATA_DIR: outputDir };
    return withProgram(["npm", ...command], variables, async ({ prints }) => {
      const port = await prints(/^Nametag is ready at http:\/\/localhost:(\d+)/m);
      sandbox.control.clearCalls();
      const response = await fetch(`http://127.0.0.1:${port}/api?username=Crumbs_And_Co`);
      expect(await response.json()).toMatchObject({ java: { username: "Crumbs_And_Co" } });
      expect(sandbox.control.count(route)).toBe(calls);
    });
  });
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`the sandbox alone prints its URL, responds, and ends on ${signal}`, () =>
    withProgram([process.execPath, "dist/sandbox/main.js"], {}, async (program) => {
      const { pid, printed, prints } = program;
      await prints(/MHF_Cactus/);
      const url = await prints(/^Sandbox of all upstreams: (http:\/\/127.*:\d+)$/m);
      expect(printed.stdout).toContain(`\n  MOJANG_API_URL=${url}/mojang-api\n`);
      expect((await fetch(`${url}/geyser/health`)).status).toBe(204);
      process.kill(pid, signal);
      expect(await program.ended()).toEqual([0, null]);
    }));
}

test("the build runs on Node 24, and on Node 26 with the same data", async () => {
  const nodes = [24, 26].map((major) => ({ major, node: findNode(major) }));
  await withSandbox(async ({ start }) => {
    for (const { major, node } of nodes) {
      const service = await start({}, { node });
      const profile = await fetch(`${service.url}/api?username=Lantern_Lou`);
      expect(profile.headers.get("x-cache")).toBe(major === 24 ? "MISS" : "HIT");
      await expectAllOf(service, major);
      await service.stop();
    }
  });
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
