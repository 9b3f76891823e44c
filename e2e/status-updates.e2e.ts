import type { Page } from "playwright/test";
import type { StatusBody } from "../lib/contract/status.ts";
import { alive } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

/** Longer than until the next update. */
const UPDATE_MS = 76_000;

const verdictOf = (page: Page) => page.getByRole("heading", { level: 1 });
const saidOf = (page: Page) => page.getByRole("main").getByRole("status");

async function openStatus(page: Page, path = "/en/status"): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  await alive(page);
  await expect(verdictOf(page)).toBeVisible();
}

/** Lets updates become due on the page until the first sentence is another. */
async function expectVerdict(page: Page, verdict: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(UPDATE_MS);
    await expect(verdictOf(page)).toHaveText(verdict, { timeout: 1_000 });
  }).toPass();
}

/** Changes what the page will be told. */
async function tell(page: Page, change: (body: StatusBody) => object): Promise<void> {
  await page.route("/api/status", async (route) => {
    const body = (await (await route.fetch()).json()) as StatusBody;
    await route.fulfill({ json: { ...body, ...change(body) } });
  });
}

test("updates by itself, keeps what is open, and says only what has changed", async ({ page }) => {
  await openStatus(page);
  await page.locator("summary").press("Enter");
  await tell(page, ({ stats }) => ({ stats: { ...stats, lookups_total: 12_345 } }));
  await page.clock.fastForward(UPDATE_MS);
  await expect(page.getByText("12,345")).toBeVisible();
  await expect(verdictOf(page)).toHaveText("Everything works.");
  await expect(saidOf(page)).toHaveText("");
  await expect(page.getByText("Requests allowed per second").first()).toBeVisible();

  await tell(page, ({ providers }) => ({
    providers: providers.map((provider) => ({
      ...provider,
      ...(provider.name === "geyser" && {
        state: "failing",
        failing_since: "2026-01-02T03:04:00.000Z",
      }),
    })),
  }));
  await expectVerdict(page, /^Geyser has not responded since Jan 2, 3:04.AM UTC\.$/);
  await expect(saidOf(page)).toHaveText(/^Geyser has not responded/);
  await expect(page).toHaveTitle("Outage: Geyser · Nametag");
  await expect(page.locator("[data-provider=geyser]")).toContainText("Failing");
  await expect(page.getByText("Requests allowed per second").first()).toBeVisible();

  await page.unrouteAll();
  await expectVerdict(page, "Everything works.");
  await expect(page).toHaveTitle("Status · Nametag");
});

test("requests nothing before the first update is due, and while nobody sees it", async ({
  page,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await openStatus(page);
  await page.clock.fastForward(29_000);
  expect(requests.filter((url) => url.endsWith("/api/status"))).toEqual([]);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
  });
  await page.clock.runFor(UPDATE_MS);
  expect(requests.filter((url) => url.endsWith("/api/status"))).toEqual([]);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, value: false });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(() => requests.filter((url) => url.endsWith("/api/status"))).toHaveLength(1);
});

test(
  "does not say that all works when it cannot know",
  provoking("ERR_FAILED /api/status"),
  async ({ page, context }) => {
    await openStatus(page);
    await context.setOffline(true);
    await expect(verdictOf(page)).toHaveText("You’re offline.");
    await expect(saidOf(page)).toHaveText("You’re offline.");
    await expect(page.getByText("Last known status: Everything works.")).toBeVisible();
    await expect(page.getByText(/^As of .* UTC\./)).toBeVisible();
    await context.setOffline(false);
    await expect(verdictOf(page)).toHaveText("Everything works.");

    await page.route("/api/status", (route) => route.abort());
    await expectVerdict(page, "This page couldn’t be updated.");
    await page.unroute("/api/status");
    // SWR tries again by itself.
    await expectVerdict(page, "Everything works.");
  },
);

test(
  "tries again when the code for updates does not arrive",
  provoking("ERR_FAILED /_next/static/…"),
  async ({ page }) => {
    await openStatus(page);
    await page.route(/\.js$/, (route) => route.abort());
    await expectVerdict(page, "This page couldn’t be updated.");
    await page.unroute(/\.js$/);
    await expectVerdict(page, "Everything works.");
  },
);
