import { strangerAt } from "../scripts/screen-pages.mjs";
import { expectToFit, faultsOf, openHome, overhang } from "./support/page.ts";
import { withWorld } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

// `lib/activity/provider-record.test.ts` checks that several processes know of it.
test("names a provider that is down, and what visitors notice", async ({ browser }) => {
  // Failures of some seconds are no outage yet.
  test.slow();
  await withWorld({}, async ({ sandbox, service }) => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    const title = page.getByRole("heading", { level: 1 });
    await page.goto(`${service.url}/en/status`);
    await expect(title).toHaveText("Everything works.");

    sandbox.control.fault({ route: "geyser.*", fault: { kind: "status", status: 500 } });
    let strangers = 0;
    await expect(async () => {
      const response = await fetch(service.url + strangerAt((strangers += 1)));
      expect(response.status).toBe(502);
      await page.reload();
      await expect(title).toHaveText(/^Geyser has not responded since \d\d?:\d\d.* UTC\.$/, {
        timeout: 100,
      });
    }).toPass({ timeout: 60_000 });
    await expect(page.locator("h1 + p")).toHaveText(
      "Affected: gamertags that PlayerDB doesn’t know, skins of new Bedrock players, and account links. Known players are still served.",
    );
    await expect(page.locator("[data-provider=geyser]")).toContainText("Failing");
    await expect(page.locator("[data-provider=geyser]")).toContainText("Failures in 1 of 24 hours");
    await expect(page.locator("[data-provider=mojang-session]")).not.toContainText("Failing");
    await expect(page.locator("#outages ~ ul li")).toHaveText([/^Since .*Geyser did not respond/]);
    expect(await faultsOf(page)).toEqual([]);
    for (const locale of ["ar", "ru"]) {
      await page.goto(`${service.url}/${locale}/status`);
      await expectToFit(page, [390, 1440], () => []);
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
