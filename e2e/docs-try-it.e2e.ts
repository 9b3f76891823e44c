import type { Locator, Page } from "playwright/test";
import { faultsOf, hydrated } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

const headPage = "/en/docs/head";
const profilePage = "/en/docs/profile";

test("shows a head with its size, its status and its headers", async ({ page }) => {
  const form = await openForm(page, headPage);
  await form.getByLabel("size").fill("128");
  await form.getByRole("combobox", { name: "format" }).selectOption("webp");
  const address = "/head?username=Lantern_Lou&size=128&format=webp";
  await expect(form.getByText(new URL(address, page.url()).href)).toBeVisible();
  const requested = page.waitForRequest(address);
  await form.getByRole("button", { name: "Send" }).click();
  await requested;
  await expect(statusOf(form)).toHaveText(/^200 OK [\d,]+ ms \d+ bytes$/);
  await expect(form.getByRole("img")).toHaveJSProperty("naturalWidth", 128);
  await expect(form.getByText("128 × 128 pixels")).toBeVisible();
  await form.getByText("response headers").click();
  await expect(form.getByRole("term").first()).toHaveText("Access-Control-Allow-Origin:");
  await expect(form.getByRole("definition").filter({ hasText: "image/webp" })).toBeVisible();
});

test("sends on Enter, keeps the focus, and shows JSON in its original spelling", async ({
  page,
}) => {
  const form = await openForm(page, profilePage);
  const username = form.getByLabel("username");
  await username.fill("Captain_Cobble");
  await username.press("Enter");
  await expect(statusOf(form)).toContainText("200 OK");
  const body = form.getByRole("region", { name: "Response body" });
  await expect(body).toContainText('"username": "Captain_Cobble",\n');
  await expect(username).toBeFocused();
  const response = await page.request.get("/api?username=Captain_Cobble");
  const shown = JSON.parse((await body.textContent()) ?? "");
  expect({ ...shown, cached: true }).toEqual(await response.json());
});

test(
  "sends invalid values, and links to the explanation of the error",
  provoking("400 /head?username=Lantern_Lou&size=9000"),
  async ({ page }) => {
    const form = await openForm(page, headPage);
    await form.getByLabel("size").fill("9000");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(statusOf(form)).toContainText("400 Bad Request");
    await expect(form.getByText("size must be at most 512.").first()).toBeVisible();
    await form.getByRole("link", { name: "INVALID_PARAMETER" }).click();
    await expect(page).toHaveURL("/en/docs/errors#invalid-parameter");
  },
);

test(
  "shows the image of an error beside its status",
  provoking("404 /head?username=Nobody_Here"),
  async ({ page }) => {
    const form = await openForm(page, headPage);
    await form.getByLabel("username").fill("Nobody_Here");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(statusOf(form)).toContainText("404 Not Found");
    await expect(form.getByRole("img")).toHaveJSProperty("naturalWidth", 64);
  },
);

test(
  "says when the service cannot be reached, and retries",
  provoking("ERR_INTERNET_DISCONNECTED /api?username=Lantern_Lou"),
  async ({ page }) => {
    const form = await openForm(page, profilePage);
    await page.route("/api?*", (route) => route.abort("internetdisconnected"));
    await form.getByRole("button", { name: "Send" }).click();
    await expect(statusOf(form)).toContainText("The service could not be reached.");
    await page.unroute("/api?*");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(statusOf(form)).toContainText("200 OK");
  },
);

for (const [what, contentType, body] of [
  ["a page of a network", "text/html", "<!doctype html><title>Sign in</title>"],
  ["half of a response", "application/json", '{"success":'],
] as const) {
  test(`shows ${what} by its type`, async ({ page }) => {
    const form = await openForm(page, profilePage);
    await page.route("/api?*", (route) => route.fulfill({ contentType, body }));
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form.getByText("This is not a response from Nametag.")).toBeVisible();
    await expect(form.getByText(body)).toBeVisible();
  });
}

test("says when an image is broken", async ({ page }) => {
  const form = await openForm(page, headPage);
  await page.route("/head?*", (route) =>
    route.fulfill({ contentType: "image/png", body: "no image" }),
  );
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByText("This image can’t be displayed.")).toBeVisible();
  await expect(statusOf(form)).toContainText("8 bytes");
});

test("can cancel a slow request", async ({ page }) => {
  const form = await openForm(page, profilePage);
  await page.route("/api?*", () => undefined);
  await form.getByRole("button", { name: "Send" }).click();
  await expect(statusOf(form)).toHaveText("Waiting for the response…");
  const ended = page.waitForEvent("requestfailed");
  await form.getByRole("button", { name: "Cancel" }).click();
  await ended;
  await expect(statusOf(form)).toHaveText("Request cancelled.");
  await expect(form.getByRole("button", { name: "Send" })).toBeFocused();
});

test("cancels a request when another is sent", async ({ page }) => {
  const form = await openForm(page, profilePage);
  await page.route("/api?username=Lantern_Lou", () => undefined);
  const requested = page.waitForRequest("/api?username=Lantern_Lou");
  await form.getByRole("button", { name: "Send" }).click();
  await requested;
  const ended = page.waitForEvent("requestfailed");
  await form.getByLabel("username").fill("Captain_Cobble");
  await form.getByLabel("username").press("Enter");
  expect((await ended).url()).toMatch(/username=Lantern_Lou$/);
  await expect(form.getByText('"Captain_Cobble"').first()).toBeVisible();
});

test("copies the URL", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const form = await openForm(page, headPage);
  await form.getByLabel("username").fill("Lantern Lou");
  await form.getByRole("button", { name: "Copy Request URL" }).click();
  await expect(form.getByText("Copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(new URL("/head?username=Lantern%20Lou", page.url()).href);
});

test("has no problem that axe finds", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const form = await openForm(page, profilePage);
  await form.getByRole("button", { name: "Send" }).click();
  await form.getByText("response headers").click();
  expect(await faultsOf(page, "section[aria-label^='Try it']")).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("leads to the response itself", async ({ page }) => {
    await page.goto(headPage);
    await formOf(page).getByLabel("size").fill("32");
    // The browser's own page around an image violates the content policy of the response.
    await page.route("/head?*", (route) => route.fulfill({ status: 204 }));
    const requested = page.waitForRequest(/\/head\?/);
    await formOf(page).getByRole("button", { name: "Send" }).click();
    const url = (await requested).url();
    const response = await page.request.get(url);
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toBe("image/png");
    expect(new URL(url).searchParams.get("size")).toBe("32");
  });
});

function formOf(page: Page): Locator {
  return page.getByRole("region", { name: "Try it" });
}

/** Opens a page and waits for hydration. */
async function openForm(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  await hydrated(page, "main form");
  return formOf(page);
}

/** The line that is announced. */
function statusOf(form: Locator): Locator {
  return form.getByRole("status").filter({ hasText: /\d{3} |[Cc]ancel|response…|reached/ });
}
