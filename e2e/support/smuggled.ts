import type { BrowserContext } from "playwright/test";
import { expect } from "./test.ts";

/** Puts a script into a page as a careless answer would, and expects that the policy stops it. */
export async function expectSmuggledToBeStopped(context: BrowserContext, path: string) {
  // Not the usual page: this one complains.
  const page = await context.newPage();
  await page.goto(path);
  const outcome = await page.evaluate(async () => {
    const blocked = new Promise((resolve) =>
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.blockedURI)),
    );
    document.body.insertAdjacentHTML("beforeend", `<img src="/head?" onerror="window.ran = true">`);
    return { blocked: await blocked, ran: "ran" in window };
  });
  expect(outcome).toEqual({ blocked: "inline", ran: false });
}
