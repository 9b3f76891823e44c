import { STRANGERS } from "../scripts/screen-pages.mjs";
import { expectToFit, faultsOf, openHome, overhang } from "./support/page.ts";
import { withWorld } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

test("shows the state of providers without JavaScript, and calls none", ({ browser }) =>
  withWorld({}, async ({ sandbox, service }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const geyser = page.locator("[data-provider=geyser]");
    await page.goto(`${service.url}/en/status`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Everything works.");
    await expect(page.getByText("No provider has been queried")).toBeVisible();
    await expect(geyser).toContainText("Not used yet");
    await expect(geyser).toContainText("No requests in 24 hours");
    expect((await fetch(`${service.url}/api?username=Lantern_Lou`)).status).toBe(200);
    const calls = sandbox.control.count();
    // The page is cached for two seconds.
    await expect(async () => {
      await page.reload();
      await expect(geyser).toContainText("Working", { timeout: 100 });
    }).toPass();
    await expect(page.getByText("All providers respond.")).toBeVisible();
    await expect(geyser).toContainText("No failures in 24 hours");
    await expect(geyser).toContainText(/\d ms on average/);
    await page.getByText("Requests and rates").click();
    const requests = page.locator(".status-requests li").filter({ hasText: "Geyser" });
    await expect(requests).toContainText(/Answered100%/);
    await expect(page.locator(".status-figures dd").first()).toHaveText("1");
    expect(sandbox.control.count()).toBe(calls);
    await context.close();
  }));

test("names a provider that is down within a minute, and what visitors notice", async ({
  browser,
}) => {
  // Two processes start, and a minute may pass.
  test.slow();
  await withWorld({ WEB_CONCURRENCY: "2" }, async ({ sandbox, service }) => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    const title = page.getByRole("heading", { level: 1 });
    await page.goto(`${service.url}/en/status`);
    await expect(title).toHaveText("Everything works.");

    sandbox.control.fault({ route: "geyser.*", fault: { kind: "status", status: 500 } });
    for (const target of STRANGERS) {
      expect((await fetch(service.url + target)).status).toBe(502);
    }
    // Whichever of the two processes responds.
    for (let times = 0; times < 4; times += 1) {
      await expect(async () => {
        await page.reload();
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(
          /^Geyser has not responded since \d\d?:\d\d.* UTC\.$/,
          { timeout: 100 },
        );
      }).toPass({ timeout: 60_000 });
    }
    await expect(page.locator(".status-verdict p")).toHaveText(
      "Affected: new Bedrock players. Known players are still served.",
    );
    await expect(page.locator("[data-provider=geyser]")).toContainText("Failing");
    await expect(page.locator("[data-provider=geyser]")).toContainText("Failures in 1 of 24 hours");
    await expect(page.locator("[data-provider=mojang-session]")).not.toContainText("Failing");
    await expect(page.locator(".status-outages li")).toHaveText([
      /^Since .*Geyser did not respond/,
    ]);
    expect(await faultsOf(page)).toEqual([]);
    for (const locale of ["de", "ar", "ja", "ru"]) {
      await page.goto(`${service.url}/${locale}/status`);
      await expectToFit(page, [390, 768, 1440, 2560], () => []);
    }

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${service.url}/en`);
    await openHome(page);
    expect((await fetch(`${service.url}/api?username=Lantern_Lou&type=java`)).status).toBe(200);
    expect(await overhang(page)).toBeLessThanOrEqual(0);

    sandbox.control.clearFaults();
    await context.close();
  });
});

test("says who runs the instance: here, on the page about privacy and in the footer", ({
  browser,
}) =>
  withWorld(
    { OPERATOR_NAME: "Häuser & <b>Söhne</b>", CONTACT_URL: "mailto:players@example.org" },
    async ({ service }) => {
      const page = await browser.newPage();
      for (const path of ["status", "docs/privacy"]) {
        await page.goto(`${service.url}/en/${path}`);
        await expect(page.getByRole("main")).toContainText("Häuser & <b>Söhne</b>");
        const contact = page.getByRole("main").getByRole("link", { name: "Contact", exact: true });
        await expect(contact).toHaveAttribute("href", "mailto:players@example.org");
        await expect(page.getByRole("contentinfo")).toContainText("Run by Häuser & <b>Söhne</b>");
      }
      await page.close();
    },
  ));

test("is linked from every page", async ({ page }) => {
  await page.goto("/en/docs");
  await page.getByRole("contentinfo").getByRole("link", { name: "Status" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Everything works.");
});
