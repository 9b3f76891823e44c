import { parse } from "node-html-parser";
import type { Locator, Page } from "playwright/test";
import { endpoints, endpointOf } from "../lib/contract/endpoints.ts";
import { sampleLanguages } from "../lib/docs/samples/languages.ts";
import { sampleCode } from "../lib/docs/samples/samples.ts";
import { alive } from "./support/docs.ts";
import { BUILT_FOR, expect, provoking, settings, test } from "./support/test.ts";

test.use({ variables: settings.asBuilt, viewport: { width: 1280, height: 900 } });

const [curl, ...others] = sampleLanguages;

test("has the samples of every endpoint in every language, cacheable", async ({ request }) => {
  for (const { id: language } of sampleLanguages) {
    const response = await request.get(`/docs-samples/${language}`);
    expect(response.status(), language).toBe(200);
    expect(response.headers()).toMatchObject({
      "content-type": "application/json",
      "cache-control": "public, max-age=300, stale-while-revalidate=86400",
    });
    expect(response.headers()).not.toHaveProperty("set-cookie");
    const samples: Record<string, string> = await response.json();
    expect(Object.keys(samples)).toEqual(endpoints.map(({ id }) => id));
    for (const endpoint of endpoints) {
      const code = sampleCode(endpoint, language, { baseUrl: BUILT_FOR }).trimEnd();
      const { textContent } = parse(samples[endpoint.id] ?? "");
      expect(textContent, `${language}, ${endpoint.id}`).toBe(code);
    }
  }
  for (const nothing of ["cobol", "constructor", "curl/more"]) {
    const response = await request.get(`/docs-samples/${nothing}`, { maxRedirects: 0 });
    expect(response.status(), nothing).toBe(404);
  }
});

test("loads only the chosen language, once for all pages and boxes", async ({ page }) => {
  const requested = samplesRequested(page);
  await page.goto("/en/docs/recent-and-social", { waitUntil: "networkidle" });
  await alive(page);
  expect(requested).toEqual([]);
  await tab(page, "Go").last().click();
  await expectSample(page, "getRecent", "go");
  await expectSample(page, "getSocial", "go");
  await tab(page, curl.name).first().click();
  await expectSample(page, "getRecent", "curl");
  await tab(page, "Go").first().click();
  await expectSample(page, "getRecent", "go");
  expect(requested).toEqual(["/docs-samples/go"]);
  await page.goto("/en/docs/head");
  await expectSample(page, "getHead", "go");
});

test("reserves the room of a sample until it arrives", async ({ page }) => {
  await page.goto("/en/docs/head");
  await alive(page);
  for (const { id, name } of others) {
    let release = () => {};
    const coming = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`/docs-samples/${id}`, async (route) => {
      await coming;
      await route.continue();
    });
    await tab(page, name).click();
    await expect(page.getByText("Loading the sample…")).toBeVisible();
    await expect(copyButton(page)).toBeDisabled();
    const before = await shown(page).evaluate(sizeOf);
    release();
    await expectSample(page, "getHead", id);
    await expect(copyButton(page)).toBeEnabled();
    expect(await shown(page).evaluate(sizeOf), name).toEqual(before);
  }
});

test(
  "says when samples cannot be loaded, and retries",
  provoking("ERR_FAILED /docs-samples/python"),
  async ({ page }) => {
    await page.goto("/en/docs/head");
    await alive(page);
    await page.route("/docs-samples/python", (route) => route.abort());
    await tab(page, "Python").click();
    const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
    await expect(alert).toBeVisible();
    await page.unroute("/docs-samples/python");
    await alert.getByRole("button", { name: "Try again" }).click();
    await expectSample(page, "getHead", "python");
    await expect(alert).toHaveCount(0);
  },
);

function samplesRequested(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/docs-samples/")) requested.push(pathname);
  });
  return requested;
}

function tab(page: Page, name: string): Locator {
  return page.locator("fieldset").getByRole("button", { name, exact: true });
}

/** The visible samples, one for each box. */
function shown(page: Page): Locator {
  return page.locator("[data-sample]").filter({ visible: true });
}

/** The button of the box around them. */
function copyButton(page: Page): Locator {
  return page
    .locator(".docs-box")
    .filter({ has: shown(page) })
    .getByRole("button", { name: "Copy" });
}

async function expectSample(
  page: Page,
  endpoint: (typeof endpoints)[number]["id"],
  language: (typeof sampleLanguages)[number]["id"],
): Promise<void> {
  const code = sampleCode(endpointOf(endpoint), language, { baseUrl: BUILT_FOR }).trimEnd();
  await expect
    .poll(async () => shown(page).evaluateAll((all) => all.map((one) => one.textContent)))
    .toContain(code);
}

function sizeOf(element: Element): number[] {
  return [element.clientHeight, element.scrollWidth];
}
