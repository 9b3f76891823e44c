import {
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Page,
  test as base,
  type TestDetails,
  type TestInfo,
} from "playwright/test";
import { HYDRATED } from "../../app/_components/early-presses.ts";
import type { Sandbox } from "../../sandbox/server.ts";
import { fewLayouts, type Layouts } from "./layout.ts";
import { type Service, withWorld, type World } from "./service.ts";
import { BUILT_FOR, PUBLIC_URL, settings } from "./settings.ts";

export { expect };

// Only files with the same object as `variables` share a worker and its service.
export { BUILT_FOR, PUBLIC_URL, settings };

/** Options of a project of `playwright.config.ts`. */
export interface OfProject {
  layouts: Layouts;
}

interface OfTest extends OfProject {
  /** Resets players and faults after the test. */
  sandbox: Sandbox;
}

interface OfWorker {
  /** Variables of the service beside those of the sandbox. */
  variables: Record<string, string>;
  world: World;
  service: Service;
}

/**
 * Every worker has a service and a sandbox. A test fails when its page logs an error that the test has not
 * announced with `provoking`.
 */
export const test = base.extend<OfTest, OfWorker>({
  variables: [settings.asBuilt, { scope: "worker", option: true }],
  world: [
    async ({ variables }, use) =>
      withWorld(variables, async (world) => {
        await use(world);
        await world.service.stop("SIGINT");
      }),
    { scope: "worker" },
  ],
  service: [async ({ world }, use) => use(world.service), { scope: "worker" }],

  layouts: [fewLayouts, { option: true }],
  baseURL: async ({ service }, use) => use(service.url),

  sandbox: async ({ world: { sandbox } }, use) => {
    await use(sandbox);
    sandbox.control.reset();
  },

  context: async ({ context }, use) => {
    await noteHydration(context);
    await use(context);
  },

  page: async ({ page }, use, testInfo) => {
    const complaints = complaintsOf(page);
    await use(page);
    expect([...complaints].toSorted(), "complaints of the page").toEqual(
      [...provokedBy(testInfo)].toSorted(),
    );
  },
});

/** Makes pages note that they react, for `alive`. */
export async function noteHydration(pages: Pick<BrowserContext, "addInitScript">): Promise<void> {
  await pages.addInitScript((event) => {
    addEventListener(event, () => Object.assign(window, { isHydrated: true }));
  }, HYDRATED);
}

const ANNOTATION = "provokes";

/** Announces failing requests of a test: `404 /api?username=Nobody_Here`. */
export function provoking(...failures: string[]) {
  return {
    annotation: failures.map((description) => ({ type: ANNOTATION, description })),
  } satisfies TestDetails;
}

/** The failures that a test has announced. */
export function provokedBy({ annotations }: TestInfo): Set<string> {
  const failures = annotations.filter(({ type }) => type === ANNOTATION);
  return new Set(failures.map(({ description = "" }) => description));
}

/** Collects a page's console errors and uncaught errors. */
export function complaintsOf(page: Page): Set<string> {
  const complaints = new Set<string>();
  page.on("pageerror", (error) => complaints.add(`uncaught ${String(error)}`));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.add(describe(message));
  });
  return complaints;
}

function describe(message: ConsoleMessage): string {
  const failure = /^Failed to load resource: (?:.*status of (\d+)|net::(\w+))/.exec(message.text());
  if (failure === null) return message.text();
  const { pathname, search } = new URL(message.location().url);
  // The names of built files change with their content.
  const file = pathname.replace(/^\/_next\/static\/.*/, "/_next/static/…");
  return `${failure[1] ?? failure[2]} ${file}${search}`;
}
