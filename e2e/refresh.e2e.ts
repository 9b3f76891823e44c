import type { Page } from "playwright/test";
import { expect, provoking, test } from "./support/test.ts";
import { alive, hydrated, playerUrl } from "./support/page.ts";

test(
  "a player's page refreshes in place once, then counts down to the next time",
  provoking("429 /api?username=CopperKettle&update=true"),
  async ({ page, sandbox, service }) => {
    await becomeClient(page, "203.0.113.1");
    await page.goto(playerUrl("CopperKettle"));
    await alive(page);
    sandbox.control.change("a72358a051ae4586bab702eab0a9eca4", { name: "SilverKettle" });
    const back = page.getByRole("radio", { name: "Back" });
    await page.getByText("Back", { exact: true }).click();
    await page.locator(".chips").getByText("Bust", { exact: true }).click();
    await expect(page).toHaveURL(/\?view=bust$/);
    await page.getByText("In game", { exact: true }).click();
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const scrolled = await page.evaluate(() => scrollY);
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "fetch") fetched.push(request.url().replace(service.url, ""));
    });
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect(page.getByText("Refreshed. This is the latest data.")).toHaveRole("status");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("SilverKettle");
    await expect(page).toHaveTitle("SilverKettle · Nametag");
    await expect(page.getByRole("region", { name: /known name/ })).toContainText("SilverKettle");
    expect(fetched).toEqual([
      "/api?username=CopperKettle&update=true",
      expect.stringMatching(/^\/en\/player\/CopperKettle\?view=bust&_rsc=/),
    ]);
    const canonical = page.locator('link[rel="canonical"]');
    await expect(canonical).toHaveAttribute("href", /\/en\/player\/SilverKettle$/);
    await expect(page).toHaveURL(/\/en\/player\/CopperKettle\?view=bust$/);
    await expect(back).toBeChecked();
    await expect(page.getByText("/whitelist add SilverKettle")).toBeVisible();
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);

    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    const main = page.getByRole("main");
    await expect(main.getByRole("alert")).toHaveText("You have used this hour’s refresh.");
    const button = main.getByRole("button", { name: /^Refresh in \d+:\d\d$/ });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await page.clock.fastForward("30:00");
    await expect(main.getByRole("button", { name: /^Refresh in (29|30):\d\d$/ })).toBeVisible();
    await page.clock.fastForward("30:30");
    await expect(page.getByText("You can refresh again.")).toHaveRole("status");
    await expect(main.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Refresh", exact: true })).toBeEnabled();
  },
);

test(
  "a form of the documentation counts down to the next refresh",
  provoking("429 /api?username=Marigold_Moth&update=true"),
  async ({ page }) => {
    await becomeClient(page, "203.0.113.2");
    await page.goto("/en/docs/profile");
    await hydrated(page, "main form");
    const form = page.getByRole("region", { name: "Try it" });
    await form.getByLabel("username").fill("Marigold_Moth");
    await form.getByText("More parameters").click();
    await form.getByRole("combobox", { name: "update" }).selectOption("true");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByText(/^200 OK/)).toBeVisible();
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByText(/^429 Too Many Requests/)).toBeVisible();
    await expect(form.getByRole("link", { name: "RATE_LIMITED" })).toBeVisible();
    await expect(form.getByText(/^You can retry in (60:00|59:\d\d)\.$/)).toBeVisible();
    await page.clock.fastForward("30:00");
    await expect(form.getByText(/^You can retry in (30:00|29:\d\d)\.$/)).toBeVisible();
    await page.clock.fastForward("30:30");
    await expect(form.getByText("You can retry now.")).toHaveRole("status");
  },
);

/** Sends the page's requests with this client's IP address, since one has one refresh an hour, and lets the test control the clock. */
async function becomeClient(page: Page, ipAddress: string): Promise<void> {
  await page.setExtraHTTPHeaders({ "x-forwarded-for": ipAddress });
  await page.clock.install();
}
