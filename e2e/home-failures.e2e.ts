import { provoking } from "./support/complaints.ts";
import { failureOf, headOf, panelOf, search, searchUrl } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

test(
  "says in words that nobody has a name",
  provoking("404 /api?username=Nobody_Here"),
  async ({ page }) => {
    await page.goto("/en");
    await search(page, "Nobody_Here");
    const failure = failureOf(page);
    await expect(failure.getByRole("heading")).toHaveText("No such player");
    await expect(failure.getByText("You searched for Nobody_Here.")).toBeVisible();
    await expect(failure.getByText("Neither edition knows this player.")).toBeVisible();
    await expect(failure.getByRole("button")).toHaveCount(0);
  },
);

test(
  "says in words that nobody can have a name",
  provoking("400 /api?username=not%2Fa%2Fname"),
  async ({ page }) => {
    await page.goto("/en");
    await search(page, "not/a/name");
    const failure = failureOf(page);
    await expect(failure.getByRole("heading")).toHaveText("No player can be called that");
    await expect(failure.getByText("You searched for not/a/name.")).toBeVisible();
  },
);

test("asks for a name when there is none", async ({ page }) => {
  await page.goto("/en");
  await search(page, "  ");
  await expect(failureOf(page).getByRole("heading")).toHaveText("Nothing to look up yet");
});

test(
  "says that the providers do not answer, and finds the player once they do",
  provoking("502 /api?username=Tinker_Tess"),
  async ({ page, sandbox, service }) => {
    sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    await page.goto("/en");
    await search(page, "Tinker_Tess");
    const failure = failureOf(page);
    await expect(failure.getByRole("heading")).toHaveText(
      "The providers of player data do not answer",
    );
    await expect(failure.getByText(/^You can try again in \d+ seconds?\.$/)).toBeVisible();

    sandbox.control.clearFaults();
    const status = async () => (await fetch(`${service.url}/api?username=Tinker_Tess`)).status;
    await expect.poll(status, { timeout: 15_000 }).toBe(200);
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(panelOf(page, "Tinker_Tess")).toBeVisible();
  },
);

test("shows the edition that could be asked, and says which could not", async ({
  page,
  sandbox,
}) => {
  for (const route of ["mojang-api.*", "mojang-legacy.*", "playerdb.*"]) {
    sandbox.control.fault({ route, fault: { kind: "status", status: 500 } });
  }
  await page.goto(searchUrl("Biscuit4821"));
  await expect(headOf(page, "Biscuit4821")).toHaveJSProperty("naturalWidth", 160);
  await expect(panelOf(page, "Java edition could not be asked")).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Not everything here is up to date" }).getByRole("listitem"),
  ).toHaveText([
    "Java edition could not be asked just now. There may be a player who is not shown here.",
  ]);
});

test(
  "says that the service cannot be reached, and finds the player when it can",
  provoking(
    "ERR_CONNECTION_REFUSED /_next/static/…",
    "ERR_CONNECTION_REFUSED /api?username=QuietQuill",
  ),
  async ({ page }) => {
    await page.goto("/en", { waitUntil: "networkidle" });
    await page.route(/\/(api|_next)/, (route) => route.abort("connectionrefused"));
    await search(page, "QuietQuill");
    const failure = failureOf(page);
    await expect(failure.getByRole("heading")).toHaveText("The service could not be reached");
    await page.unrouteAll();
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(panelOf(page, "QuietQuill")).toBeVisible();
  },
);

test("says that an answer of somebody else cannot be read", async ({ page }) => {
  await page.route("/api?*", (route) => route.fulfill({ body: "<h1>Sign in to our Wi-Fi</h1>" }));
  await page.goto(searchUrl("QuietQuill"));
  await expect(failureOf(page).getByRole("heading")).toHaveText("The answer could not be read");
});
