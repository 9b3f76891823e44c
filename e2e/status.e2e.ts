import { withWorld } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

test("shows the state of providers without JavaScript, and calls none", ({ browser }) =>
  withWorld({}, async ({ sandbox, service }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const geyser = page.getByRole("listitem").filter({ hasText: "geyser" });
    await page.goto(`${service.url}/en/status`);
    await expect(geyser).toContainText("Not used yet");
    expect((await fetch(`${service.url}/api?username=Lantern_Lou`)).status).toBe(200);
    const calls = sandbox.control.count();
    // The page is cached for two seconds.
    await expect(async () => {
      await page.reload();
      await expect(geyser).toContainText("Working", { timeout: 100 });
    }).toPass();
    await expect(geyser).toContainText(/Answered100%/);
    await expect(page.getByRole("definition").first()).toHaveText("1");
    expect(sandbox.control.count()).toBe(calls);
    await context.close();
  }));

test("is linked from every page", async ({ page }) => {
  await page.goto("/en/docs");
  await page.getByRole("contentinfo").getByRole("link", { name: "Status" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Status");
});
