import { withNpm } from "./support/command.ts";
import { expect, test } from "./support/test.ts";

test("npm run demo asks nobody outside", ({ sandbox }, { outputDir }) =>
  withNpm(["run", "demo"], { ...sandbox.environment, DATA_DIR: outputDir }, async (url) => {
    sandbox.control.clearCalls();
    const response = await fetch(`${url}/api?username=Crumbs_And_Co`);
    expect(await response.json()).toMatchObject({ java: { username: "Crumbs_And_Co" } });
    expect(sandbox.control.count()).toBe(0);
  }));

test("npm start asks the providers it is told to", ({ sandbox }, { outputDir }) =>
  withNpm(["start"], { ...sandbox.environment, DATA_DIR: outputDir }, async (url) => {
    sandbox.control.clearCalls();
    const response = await fetch(`${url}/api?username=Crumbs_And_Co`);
    expect(await response.json()).toMatchObject({ java: { username: "Crumbs_And_Co" } });
    expect(sandbox.control.count("mojang-session.*")).toBe(1);
  }));
