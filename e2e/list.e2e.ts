import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright/test";
import {
  alive,
  clipboardOf,
  faultsOf,
  holdBack,
  noRecentPlayers,
  openHome,
  overhang,
} from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

const LOU = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";
const MINNOW = "00000000-0000-0000-0009-ef8cd7ec7b04";
const WHITELIST = JSON.stringify([
  { uuid: LOU, name: "LouAndTheLamp" },
  { uuid: MINNOW, name: ".Mossy_Minnow" },
  { uuid: LOU, name: "LouAndTheLamp" },
  { ip: "192.0.2.1" },
]);

const rowOf = (page: Page, listed: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: listed }) });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const done = (page: Page) => page.getByText("The whole list has been looked up.").first();

async function openList(page: Page, locale = "en"): Promise<void> {
  await page.goto(`/${locale}/list`);
  await alive(page);
}

async function lookUp(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your list").fill(text);
  await page.locator("main form").getByRole("button", { name: "Look up" }).click();
}

/** Names of a crowd that no other test looks up. */
function crowd(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Extra_${first + index}`);
}

/** Pastes into a search box, which keeps single names. */
async function pasteInto(page: Page, box: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await box.press("ControlOrMeta+v");
}

/** Drops a file on an element. */
async function dropOn(target: Locator, name: string, bytes: Buffer): Promise<void> {
  await target.evaluate(
    (element, [title, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(content)], title));
      const options = { bubbles: true, cancelable: true, dataTransfer };
      element.dispatchEvent(new DragEvent("drop", options));
    },
    [name, [...bytes]] as const,
  );
}

test("a list that is pasted into a search box becomes a table, and is never in a URL", async ({
  page,
}) => {
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  // Other tests look up players of the list.
  await page.route("/api?recent=1", (route) => route.fulfill({ json: noRecentPlayers }));
  await openHome(page);
  await pasteInto(page, page.getByRole("combobox"), "Lantern_Lou\n");
  await expect(page).toHaveURL(/\/en$/);
  await pasteInto(page, page.getByRole("combobox"), WHITELIST);
  await expect(page).toHaveURL(/\/en\/list$/);
  await expect(done(page)).toBeVisible();
  const lou = rowOf(page, "LouAndTheLamp");
  await expect(lou.getByText("Renamed")).toBeVisible();
  await expect(lou.getByRole("cell").first()).toContainText(`Lantern_LouUUID${LOU}`);
  await expect(lou.getByRole("cell").last()).toContainText("Lantern LouXUID2761708961228418");
  await expect(lou.getByText("One player, linked accounts")).toBeVisible();
  await expect(lou.locator("img").first()).toHaveJSProperty("naturalWidth", 40);
  const minnow = rowOf(page, ".Mossy_Minnow");
  await expect(minnow.getByRole("cell")).toHaveText([
    "No linked account",
    `Mossy MinnowXUID2796662987455236Floodgate${MINNOW}`,
  ]);
  await expect(page.getByText("1 entry repeats another and counts once.")).toBeVisible();
  await page.getByText("1 entry names no player").click();
  await expect(page.getByText('{"ip":"192.0.2.1"}')).toBeVisible();

  // It is there again for whoever comes back to the tab, until another list is wanted.
  await page.reload();
  await expect(done(page)).toBeVisible();
  await button(page, "Another list").click();
  await expect(page.getByLabel("Your list")).toBeFocused();
  await page.reload();
  await expect(page.getByLabel("Your list")).toBeVisible();
  await pasteInto(page, page.getByRole("searchbox").first(), "Bea\nTinker_Tess");
  await expect(done(page)).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveText(["Bea", "Tinker_Tess"]);
  expect(urls.filter((url) => /Tess|LouAndTheLamp/.test(url))).toEqual([]);
});

test("files are read in the encodings of editors and spreadsheets, dropped or chosen", async ({
  page,
}) => {
  await openHome(page);
  await dropOn(page.locator("#username"), "ops.json", Buffer.from(`\uFEFF${WHITELIST}`));
  await expect(rowOf(page, "LouAndTheLamp").getByText("Renamed")).toBeVisible();
  const column = Buffer.from("\uFEFFName\tSince\r\nJelly Jar\t2024\r\nBea\t2023\r\n", "utf16le");
  await dropOn(page.locator("main"), "players.txt", column);
  await expect(page.getByRole("rowheader")).toHaveText(["Jelly Jar", "Bea"]);
  await button(page, "Another list").click();
  const box = page.getByLabel("Choose a file");
  await box.setInputFiles({ name: "a.xlsx", mimeType: "", buffer: Buffer.from("PK\u0003\0\0é\0") });
  await expect(page.getByRole("alert").filter({ hasText: "isn’t text" })).toBeVisible();
  await lookUp(page, "a/b<script>");
  await expect(page.getByText("There is no player in it.")).toBeVisible();
  const log = "[10:00:00] [Server thread/INFO]: Bea joined the game\n".repeat(200_000);
  await box.setInputFiles({ name: "latest.log", mimeType: "", buffer: Buffer.from(log) });
  await expect(page.getByText("Only the first 1 MB was read.")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveText(["Bea"]);
});

test("commands and files have all players but those who may be somebody else", async ({ page }) => {
  await openList(page);
  const names = ["Lantern_Lou", "PebblePenny", ".Jelly_Jar", "Nobody_Here", "LouAndTheLamp"];
  await lookUp(page, names.join("\n"));
  await expect(done(page)).toBeVisible();
  await expect(page.getByText("3 found")).toBeVisible();
  await expect(rowOf(page, "Nobody_Here").getByRole("cell")).toHaveText(["Not found", "Not found"]);
  await expect(rowOf(page, "LouAndTheLamp")).toContainText("Lantern_Lou used this name before.");
  await page.getByRole("button", { name: "Copy /whitelist add" }).click();
  await expect
    .poll(() => clipboardOf(page))
    .toBe("/whitelist add Lantern_Lou\n/whitelist add PebblePenny");
  const floodgate = page.getByRole("button", { name: "Copy /fwhitelist add" });
  const commands = '/fwhitelist add "Lantern Lou"\n/fwhitelist add "Jelly Jar"';
  await floodgate.click();
  await expect.poll(() => clipboardOf(page)).toBe(commands);
  const penny = rowOf(page, "PebblePenny");
  await expect(penny).toContainText("No link says that these two are the same person.");
  await penny.getByLabel("Add to commands and files").check();
  await floodgate.click();
  const [lou = "", jar = ""] = commands.split("\n");
  await expect
    .poll(() => clipboardOf(page))
    .toBe([lou, "/fwhitelist add PebblePenny", jar].join("\n"));

  const saved = async (name: string) => {
    const download = page.waitForEvent("download");
    await button(page, `Save ${name}`).click();
    return readFile(await (await download).path(), "utf8");
  };
  expect(JSON.parse(await saved("whitelist.json"))).toEqual([
    { uuid: LOU, name: "Lantern_Lou" },
    { uuid: "bff06e3f-253b-416a-9435-c6b6539272b6", name: "PebblePenny" },
    { uuid: "00000000-0000-0000-0009-df89bcb5fe15", name: ".PebblePenny" },
    { uuid: "00000000-0000-0000-0009-ea1f54ae6764", name: ".Jelly_Jar" },
  ]);
  const csv = (await saved("CSV")).split("\r\n");
  expect(csv[1]).toBe(
    `Lantern_Lou,found,false,Lantern_Lou,${LOU},Lantern Lou,2761708961228418,00000000-0000-0000-0009-cfc2799b6682,true`,
  );
  expect(csv[4]).toBe("Nobody_Here,not_found,false,,,,,,");
  expect(JSON.parse(await saved("JSON"))).toHaveLength(names.length);
});

test("the five hundred first players are looked up in steps, and the rest is counted", async ({
  page,
}) => {
  await openList(page);
  const asked: string[][] = [];
  // The service is not what this is about.
  await page.route("/api/batch", async (route) => {
    const ids = route.request().postDataJSON() as string[];
    asked.push(ids);
    const results = ids.map((username) => ({ username, success: false, status: 404 }));
    await route.fulfill({ json: { success: true, results } });
  });
  await lookUp(page, crowd(1, 501).join("\n"));
  await expect(done(page)).toBeVisible();
  await expect(
    page.getByText("500 players are looked up. 1 more was left out.", { exact: true }),
  ).toBeVisible();
  expect([new Set(asked.flat()).size, new Set(asked.map((ids) => ids.length))]).toEqual([
    500,
    new Set([50]),
  ]);
});

test("what a provider does not tell is asked again, and never said to be missing", async ({
  page,
  sandbox,
}) => {
  for (const route of ["geyser.*", "playerdb.*"]) {
    sandbox.control.fault({ route, fault: { kind: "status", status: 503 } });
  }
  await openList(page);
  await page.clock.install();
  await lookUp(page, "Penguin_Postman_\n.Toast_Troubador\nTrashcan_Tilda");
  await expect(rowOf(page, "Penguin_Postman_").getByRole("cell")).toHaveText([
    /^Penguin_Postman_/,
    "Provider unavailable",
  ]);
  await expect(rowOf(page, ".Toast_Troubador").getByRole("cell")).toHaveText([
    "Provider unavailable",
    "Provider unavailable",
  ]);
  await expect(page.getByText("3 players are missing here or incomplete.")).toBeVisible();
  /** Lets time pass on the page until something is there, but less than a request may take. */
  const passUntil = (isThere: () => Promise<boolean>) =>
    expect
      .poll(
        async () => {
          await page.clock.runFor(5_000);
          return isThere();
        },
        { timeout: 60_000, intervals: [250] },
      )
      .toBe(true);
  const goOn = button(page, "Go on");
  await passUntil(() => goOn.isVisible());
  await expect(page.getByText("A provider isn’t responding.").first()).toBeVisible();
  await expect(page.getByText("Not found")).toHaveCount(0);

  sandbox.control.clearFaults();
  await passUntil(async () => {
    if (await goOn.isVisible()) await goOn.click();
    return done(page).isVisible();
  });
  await expect(rowOf(page, ".Toast_Troubador").getByRole("cell").last()).toContainText("XUID");
});

test(
  "a connection that breaks keeps what was found, and lets visitors go on",
  provoking("ERR_INTERNET_DISCONNECTED /api/batch"),
  async ({ page }) => {
    await openList(page);
    let isBroken = false;
    await page.route("/api/batch", (route) => {
      const isSecond = route.request().postData()?.includes("QuietQuill") ?? false;
      if (!isSecond || isBroken) return route.continue();
      isBroken = true;
      return route.abort("internetdisconnected");
    });
    await lookUp(page, ["Bea", ...crowd(700, 49), "QuietQuill"].join("\n"));
    await expect(page.getByText("Can’t reach Nametag.").first()).toBeVisible();
    await expect(rowOf(page, "Bea").getByRole("cell").first()).toContainText("UUID");
    await expect(rowOf(page, "QuietQuill").getByRole("cell").first()).toHaveText(
      "Not looked up yet",
    );
    await button(page, "Go on").click();
    await expect(done(page)).toBeVisible();
    await expect(rowOf(page, "QuietQuill").getByRole("cell").first()).toContainText("UUID");
  },
);

test("works by keyboard, and can be stopped and continued", async ({ page }) => {
  await openList(page);
  await page.getByLabel("Your list").focus();
  await page.keyboard.type("Lantern_Lou\nPebblePenny");
  await page.keyboard.press("Tab");
  const release = await holdBack(page, "/api/batch");
  await page.keyboard.press("Enter");
  const title = page.getByRole("heading", { name: "0 of 2 players looked up" });
  await expect(title).toBeFocused();
  await expect(page.getByRole("progressbar")).toHaveAccessibleName("0 of 2 players looked up");
  await page.keyboard.press("Tab");
  await expect(button(page, "Cancel")).toBeFocused();
  await page.keyboard.press("Enter");
  const stopped = "Stopped. 2 players haven’t been looked up completely.";
  await expect(page.getByRole("status").filter({ hasText: stopped })).toHaveCount(1);
  release();
  await button(page, "Go on").press("Enter");
  await expect(page.getByRole("heading", { name: "2 of 2 players looked up" })).toBeFocused();
  const add = page.getByLabel("Add to commands and files");
  await add.press("Space");
  await expect(add).toBeChecked();
});

test("axe finds no problem in a list, and nothing scrolls sideways", async ({ page }) => {
  for (const [locale, width, colorScheme] of [
    ["en", 1440, "light"],
    ["ar", 320, "dark"],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    await openList(page, locale);
    const expectNoProblem = async (state: string) => {
      expect.soft(await faultsOf(page), `${locale}, ${width}: ${state}`).toEqual([]);
      expect.soft(await overhang(page), `${locale}, ${width}: ${state}`).toBeLessThanOrEqual(0);
    };
    await expectNoProblem("the form");
    const names = ["LouAndTheLamp", "PebblePenny", LOU, "abcdefghijklmnopqrstuvwxy", "a/b", "x"];
    await page.locator("#list").fill(names.join("\n"));
    await page.locator("main form [type=submit]").click();
    await expect(page.getByRole("progressbar")).toHaveAttribute("value", "5");
    await page.locator("summary").click();
    await expectNoProblem("the players");
    await page.evaluate(() => sessionStorage.clear());
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says what it needs", async ({ page }) => {
    await page.goto("/en/list");
    await expect(page.getByText("This page needs JavaScript")).toBeVisible();
    await expect(page.getByLabel("Your list")).toBeHidden();
    await page.getByRole("link", { name: "batch endpoint" }).click();
    await expect(page).toHaveURL(/\/en\/docs\/batch$/);
  });
});
