import { withProgram } from "./support/program.ts";
import { expect, test } from "./support/test.ts";

for (const [title, command, route, calls] of [
  ["npm run demo calls no real provider", ["run", "demo"], "*", 0],
  ["npm start calls the configured providers", ["start"], "mojang-session.*", 1],
] as const) {
  test(title, ({ sandbox }, { outputDir }) => {
    const variables = { ...sandbox.environment, LOG_LEVEL: "warn", DATA_DIR: outputDir };
    return withProgram(["npm", ...command], variables, async ({ printed }) => {
      const ready = /^Nametag is ready at http:\/\/localhost:(\d+)/m;
      await expect.poll(() => printed.stdout, { timeout: 60_000 }).toMatch(ready);
      const [, port] = ready.exec(printed.stdout) ?? [];
      sandbox.control.clearCalls();
      const response = await fetch(`http://127.0.0.1:${port}/api?username=Crumbs_And_Co`);
      expect(await response.json()).toMatchObject({ java: { username: "Crumbs_And_Co" } });
      expect(sandbox.control.count(route)).toBe(calls);
    });
  });
}
