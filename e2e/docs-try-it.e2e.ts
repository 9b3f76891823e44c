import type { Locator, Page } from "playwright/test";
import { clipboardOf, faultsOf, hydrated } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

const headPage = "/en/docs/head";
const profilePage = "/en/docs/profile";

test("shows a head with its size, its status and its headers, and copies its URL", async ({
  page,
}) => {
  const form = await openForm(page, headPage);
  await form.getByLabel("size").fill("128");
  await form.getByRole("combobox", { name: "format" }).selectOption("webp");
  const address = "/head?username=Lantern_Lou&size=128&format=webp";
  const { href } = new URL(address, page.url());
  await expect(form.getByText(href)).toBeVisible();
  await form.getByRole("button", { name: "Copy Request URL" }).click();
  await expect(page.locator("#said")).toHaveText("Copied");
  expect(await clipboardOf(page)).toBe(href);
  const requested = page.waitForRequest(address);
  await send(form);
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
  await page.emulateMedia({ reducedMotion: "reduce" });
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
  await form.getByText("response headers").click();
  expect(await faultsOf(page, "section[aria-label^='Try it']")).toEqual([]);

  // The sent request is in the page's URL.
  await expect(page).toHaveURL(`${profilePage}?username=Captain_Cobble#try-it`);
  await page.reload();
  await expect(username).toHaveValue("Captain_Cobble");
});

test(
  "shows images of errors and broken ones, and links to the explanation of an error",
  provoking("404 /head?username=Nobody_Here", "400 /head?username=Nobody_Here&size=9000"),
  async ({ page }) => {
    const form = await openForm(page, headPage);
    await form.getByLabel("username").fill("Nobody_Here");
    await send(form);
    await expect(statusOf(form)).toContainText("404 Not Found");
    await expect(form.getByRole("img")).toHaveJSProperty("naturalWidth", 64);

    await page.route("/head?*", (route) =>
      route.fulfill({ contentType: "image/png", body: "no image" }),
    );
    await send(form);
    await expect(form.getByText("This image can’t be displayed.")).toBeVisible();
    await expect(statusOf(form)).toContainText("8 bytes");
    await page.unroute("/head?*");

    await form.getByLabel("size").fill("9000");
    await send(form);
    await expect(statusOf(form)).toContainText("400 Bad Request");
    await expect(form.getByText("size must be at most 512.").first()).toBeVisible();
    await form.getByRole("link", { name: "INVALID_PARAMETER" }).click();
    await expect(page).toHaveURL("/en/docs/errors#invalid-parameter");
  },
);

test(
  "says when the service cannot be reached, shows what is not its response, and retries",
  provoking("ERR_INTERNET_DISCONNECTED /api?username=Lantern_Lou"),
  async ({ page }) => {
    const form = await openForm(page, profilePage);
    await page.route("/api?*", (route) => route.abort("internetdisconnected"));
    await send(form);
    await expect(statusOf(form)).toContainText("The service could not be reached.");
    await page.unroute("/api?*");
    for (const [contentType, body] of [
      ["text/html", "<!doctype html><title>Sign in</title>"],
      ["application/json", '{"success":'],
    ] as const) {
      await page.route("/api?*", (route) => route.fulfill({ contentType, body }));
      await send(form);
      await expect(form.getByText(body)).toBeVisible();
      await expect(form.getByText("This is not a response from Nametag.")).toBeVisible();
      await page.unroute("/api?*");
    }
    await send(form);
    await expect(statusOf(form)).toContainText("200 OK");
  },
);

test(
  "stays on the page when a first request has no connection, and says so",
  provoking(
    "ERR_INTERNET_DISCONNECTED /_next/static/…",
    "ERR_INTERNET_DISCONNECTED /api?username=Lantern_Lou",
  ),
  async ({ page, context }) => {
    const form = await openForm(page, profilePage);
    await context.setOffline(true);
    await send(form);
    await expect(form.getByText("The service could not be reached.")).toBeVisible();
    await expect(page.locator("h1")).toHaveText("Profile");
    await context.setOffline(false);
    await send(form);
    await expect(statusOf(form)).toContainText("200 OK");
    await expect(form.getByText("The service could not be reached.")).toHaveCount(0);
  },
);

test("cancels a request on demand, and when another is sent", async ({ page }) => {
  const form = await openForm(page, profilePage);
  await page.route("/api?username=Lantern_Lou", () => undefined);
  const sent = page.waitForRequest("/api?username=Lantern_Lou");
  await send(form);
  await expect(statusOf(form)).toHaveText("Waiting for the response…");
  await sent;
  const cancelled = page.waitForEvent("requestfailed");
  await form.getByRole("button", { name: "Cancel" }).click();
  await cancelled;
  await expect(statusOf(form)).toHaveText("Request canceled.");
  await expect(form.getByRole("button", { name: "Send" })).toBeFocused();

  const requested = page.waitForRequest("/api?username=Lantern_Lou");
  await send(form);
  await requested;
  const replaced = page.waitForEvent("requestfailed");
  await form.getByLabel("username").fill("Captain_Cobble");
  await form.getByLabel("username").press("Enter");
  expect((await replaced).url()).toMatch(/username=Lantern_Lou$/);
  await expect(form.getByText('"Captain_Cobble"').first()).toBeVisible();
});

test("is filled and sent by the images of the gallery, which are links to themselves", async ({
  page,
}) => {
  const form = await openForm(page, headPage);
  const image = page.locator(".docs-gallery a").filter({ hasText: "type=bedrock" }).first();
  await expect(image).toHaveAttribute("href", "/head?username=Lantern_Lou&type=bedrock");
  await form.getByLabel("username").fill(".Mossy_Minnow");
  const request = page.waitForRequest("/head?username=.Mossy_Minnow&type=bedrock");
  await image.click();
  await request;
  await expect(form.getByRole("combobox", { name: "type" })).toHaveValue("bedrock");
  await expect(form.getByText("image/png").first()).toBeVisible();
  await expect(page).toHaveURL(`${headPage}?username=.Mossy_Minnow&type=bedrock#try-it`);
});

test("has a link to the filled form, which sends the same request for someone else", async ({
  page,
}) => {
  // Unknown parameters, and values that no option has, change nothing in the form.
  const form = await openForm(page, `${headPage}?from=chat&format=bmp`);
  await expect(form.getByRole("combobox", { name: "format" })).toHaveValue("png");
  await form.getByLabel("username").fill(".Mossy Minnow");
  await form.getByLabel("size").fill("128");
  await form.getByRole("combobox", { name: "overlay" }).selectOption("false");
  await form.getByRole("button", { name: "Copy link to this form" }).click();
  await expect(form.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  const link = await clipboardOf(page);
  const query = "?username=.Mossy%20Minnow&size=128&overlay=false";
  expect(link).toBe(new URL(`${headPage}${query}#try-it`, page.url()).href);

  await openForm(page, link);
  await expect(form.getByLabel("username")).toHaveValue(".Mossy Minnow");
  await expect(form.getByLabel("size")).toHaveValue("128");
  await expect(form.getByRole("combobox", { name: "overlay" })).toHaveValue("false");
  await expect(form.getByRole("combobox", { name: "format" })).toHaveValue("png");
  await expect(page.locator("#try-it")).toBeInViewport();
  const request = page.waitForRequest(`/head${query}`);
  await send(form);
  await request;
});

function send(form: Locator): Promise<void> {
  return form.getByRole("button", { name: "Send" }).click();
}

/** Opens a page and waits for hydration. */
async function openForm(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  await hydrated(page, "main form");
  return page.getByRole("region", { name: "Try it" });
}

/** The line that is announced. */
function statusOf(form: Locator): Locator {
  return form.getByRole("status").filter({ hasText: /\d{3} |[Cc]ancel|response…|reached/ });
}
