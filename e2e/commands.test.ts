import { expect, test } from "vitest";
import { withProgram } from "./support/program.ts";
import { withSandbox } from "./support/service.ts";

test.each([
  [
    "npm run demo calls no real provider, and has their rates if it is told to",
    ["run", "demo", "--", "--real-rates"],
    { route: "*", calls: 0, rate: 0.5 },
  ],
  [
    "npm start calls the configured providers",
    ["start"],
    { route: "mojang-session.*", calls: 1, rate: 500 },
  ],
] as const)("%s, and ends with npm", (_, command, { route, calls, rate }) =>
  withSandbox(async ({ sandbox, directory }) => {
    const variables = { ...sandbox.environment, LOG_LEVEL: "warn", DATA_DIR: directory };
    await withProgram(["npm", ...command], variables, async ({ pid, prints, ended }) => {
      const port = await prints(/^Nametag is ready at http:\/\/localhost:(\d+)/m);
      sandbox.control.clearCalls();
      const response = await fetch(`http://127.0.0.1:${port}/api?username=Crumbs_And_Co`);
      expect(await response.json()).toMatchObject({ java: { username: "Crumbs_And_Co" } });
      expect(sandbox.control.count(route)).toBe(calls);
      const metrics = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
      const [, shown] =
        /^nametag_budget_rate\{bucket="minecraftservices".*\} (.*)$/m.exec(metrics) ?? [];
      expect(shown).toBe(String(rate));
      if (command.some((word) => word === "demo"))
        await expectFaultsToBeTold(`http://127.0.0.1:${port}`, prints);
      // To npm alone, which passes it on to a shell.
      process.kill(pid, "SIGTERM");
      await ended();
    });
  }),
);

/** Of the demo: a fault that is switched on while it runs is in the terminal, the status and the page. */
async function expectFaultsToBeTold(url: string, prints: (pattern: RegExp) => Promise<string>) {
  const faults = `${await prints(/^The fake providers are at (\S+)$/m)}/faults`;
  const body = JSON.stringify({ route: "geyser.*", fault: { kind: "delay", ms: 3_000 } });
  expect((await fetch(faults, { method: "POST", body })).status).toBe(201);
  const fault = "geyser.*: delay, ms 3000";
  await prints(/^Fault on: geyser\.\*: delay, ms 3000$/m);
  const sentence = `A fault of the simulated providers is on: ${fault}.`;
  const ready = await fetch(`${url}/api/ready`);
  expect(await ready.json()).toMatchObject({ warnings: [sentence] });
  expect(await (await fetch(`${url}/en/status`)).text()).toContain(sentence);
  await fetch(faults, { method: "DELETE" });
  await prints(/^Fault off: geyser\.\*: delay, ms 3000$/m);
}

test("npm run build says that there is nothing to build", () =>
  withProgram(["npm", "run", "build"], {}, async ({ prints, ended }) => {
    await prints(/There is nothing to build: the sources are those of the last build\./);
    expect(await ended()).toEqual([0, null]);
  }));

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

test("npm run doctor checks the settings, and has an exit code for what is wrong", () =>
  withSandbox(async ({ sandbox, directory }) => {
    const variables = { ...sandbox.environment, DATA_DIR: directory };
    const json = ["npm", "run", "--silent", "doctor", "--", "--json"];
    await withProgram(json, variables, async ({ printed, ended }) => {
      expect(await ended()).toEqual([0, null]);
      expect(JSON.parse(printed.stdout)).toMatchObject({ ok: true });
    });
    const wrong = { ...variables, MISSING_SECONDS: "soon" };
    await withProgram(["npm", "run", "doctor"], wrong, async ({ prints, ended }) => {
      await prints(/^error {4}settings: MISSING_SECONDS must /m);
      expect(await ended()).toEqual([1, null]);
    });
  }));
