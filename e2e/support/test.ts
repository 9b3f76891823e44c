import { expect, test as base } from "playwright/test";
import type { Sandbox } from "../../sandbox/server.ts";
import { complaintsOf, provokedBy } from "./complaints.ts";
import type { Service } from "./service.ts";
import { withWorld, type World } from "./world.ts";

export { expect };

interface OfTest {
  /** Puts players and faults back after the test. */
  sandbox: Sandbox;
}

interface OfWorker {
  /** Variables of the service beside those of the sandbox. */
  variables: Record<string, string>;
  world: World;
  service: Service;
}

/**
 * Every worker has a service and a sandbox. A page that complains on its console, other than about
 * what its test says to provoke, fails the test.
 */
export const test = base.extend<OfTest, OfWorker>({
  variables: [{}, { scope: "worker", option: true }],
  world: [
    async ({ variables }, use) =>
      withWorld(variables, async (world) => {
        await use(world);
        await world.service.stop();
      }),
    { scope: "worker" },
  ],
  service: [async ({ world }, use) => use(world.service), { scope: "worker" }],

  baseURL: async ({ service }, use) => use(service.url),

  sandbox: async ({ world: { sandbox } }, use) => {
    await use(sandbox);
    sandbox.control.reset();
  },

  page: async ({ page }, use, testInfo) => {
    const complaints = complaintsOf(page);
    await use(page);
    expect([...complaints].toSorted(), "complaints of the page").toEqual(
      [...provokedBy(testInfo)].toSorted(),
    );
  },
});
