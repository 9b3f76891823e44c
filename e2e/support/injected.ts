import type { BrowserContext } from "playwright/test";
import { hydrated } from "./page.ts";
import { preload } from "./program.ts";
import { expect } from "./test.ts";

const LABEL = "<script>window.ran = true</script>";

/** Variables of a service whose footers contain a script that is not ours, from its configuration. */
export const injecting = {
  SOCIAL_LINKS: JSON.stringify([
    { platform: "git", label: LABEL, url: "https://git.example.org/nametag" },
  ]),
  ...preload("no escaping"),
};

/** One page of each kind, and how it shows that its own scripts run. */
const PAGES = [
  { path: "/en", lives: "#username" },
  { path: "/en/player/Lantern_Lou", lives: "main button" },
  { path: "/en/docs/head", lives: "button[aria-haspopup=dialog]" },
  { path: "/en/nowhere", lives: undefined },
];

type Watched = typeof window & { violations: string[]; isDark: boolean };

/** The injected script is in each page, and it alone is refused. */
export async function expectInjectedToBeRefused(context: BrowserContext, url: string) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI}`),
    );
    // Runs before those of the page: a choice that its first script applies. React, which does not know the injected
    // script, may render the document anew, without it.
    localStorage.setItem("theme", "dark");
    new MutationObserver(() => {
      if (document.documentElement.dataset["theme"] === "dark")
        Object.assign(window, { isDark: true });
    }).observe(document, { subtree: true, attributeFilter: ["data-theme"] });
  });
  for (const { path, lives } of PAGES) {
    const response = await page.goto(url + path);
    // React removes it later, since it is not in its own data.
    expect(await response?.text()).toContain(LABEL);
    // The page's own inline script has run.
    await page.waitForFunction(() => (window as Watched).isDark);
    if (lives !== undefined) await hydrated(page, lives);
    const found = await page.evaluate(() => ({
      ran: "ran" in window,
      violations: (window as Watched).violations,
    }));
    expect([path, found]).toEqual([path, { ran: false, violations: ["script-src-elem inline"] }]);
  }
  await page.close();
}
