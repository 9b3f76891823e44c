import type { ProfileBody } from "../lib/contract/profile.ts";
import { provoking } from "./support/complaints.ts";
import { headOf, panelOf, searchUrl } from "./support/site.ts";
import { expect, test } from "./support/test.ts";
import { withWorld } from "./support/world.ts";

test(
  "refreshes once, then says when the next refresh is possible",
  provoking("429 /api?username=CopperKettle&update=true"),
  ({ page }) =>
    withWorld({}, async ({ service, sandbox }) => {
      await page.goto(service.url + searchUrl("CopperKettle"));
      const age = page.getByRole("region", { name: "Age of this answer" });
      sandbox.control.change("a72358a051ae4586bab702eab0a9eca4", { name: "SilverKettle" });
      await age.getByRole("button", { name: "Refresh" }).click();
      await expect(age.getByText("Refreshed: this is the latest.")).toHaveRole("status");
      await expect(panelOf(page, "SilverKettle")).toBeVisible();

      await age.getByRole("button", { name: "Refresh" }).click();
      await expect(age.getByRole("alert")).toHaveText(
        "Refreshed too oftenA refresh is possible once an hour, for you and for each player. " +
          "You can try again in 60 minutes. What you see is the last known answer.",
      );
      await expect(panelOf(page, "SilverKettle")).toBeVisible();
    }),
);

test("keeps what a refresh found when the page is loaded again", ({ page }) =>
  withWorld({}, async ({ service, sandbox }) => {
    await page.goto(service.url + searchUrl("CopperKettle"));
    await expect(page.getByText("Known names")).toBeVisible();
    sandbox.control.change("a72358a051ae4586bab702eab0a9eca4", { model: "classic" });
    await page.getByRole("button", { name: "Refresh" }).click();
    const java = panelOf(page, "CopperKettle").first();
    await expect(java.getByText("Classic model, arms 4 pixels wide")).toBeVisible();
    await page.reload();
    await expect(java.getByText("Classic model, arms 4 pixels wide")).toBeVisible();
    // The service ends before the page does: nothing may be under way between the two.
    await page.goto("about:blank");
  }));

test("shows what it knows with a warning while the providers fail", ({ page }) =>
  withWorld({ PROFILE_FRESH_SECONDS: "1" }, async ({ service, sandbox }) => {
    const address = `${service.url}/api?username=Lantern_Lou`;
    const { java, bedrock } = (await (await fetch(address)).json()) as ProfileBody;
    for (const path of [java?.head_url, java?.skin_url, java?.cape_url, bedrock?.skin_url]) {
      expect((await fetch(`${service.url}${path}`)).status).toBe(200);
    }
    sandbox.control.fault({ route: "*", fault: { kind: "status", status: 500 } });
    const cacheState = async () => (await fetch(address)).headers.get("x-cache");
    await expect.poll(cacheState).toBe("STALE");

    await page.goto(service.url + searchUrl("Lantern_Lou"));
    const warnings = page.getByRole("region", { name: "Not everything here is up to date" });
    await expect(warnings.getByRole("listitem").first()).toHaveText(
      "A provider could not be asked, so you see the last known data, which is past its usual age.",
    );
    await expect(headOf(page, "Lantern_Lou")).toHaveJSProperty("naturalWidth", 160);
    await expect(headOf(page, "Lantern Lou")).toHaveJSProperty("naturalWidth", 160);
  }));
