import { provoking } from "./support/complaints.ts";
import { expectPageIn, readPage, textsIn } from "./support/html.ts";
import { searchBox } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

test("sends the bare address to the visitor's language", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL("/en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Who is this player?");
});

const unknown = [
  { address: "/en/nowhere", final: "/en/nowhere" },
  { address: "/en/nowhere/at/all", final: "/en/nowhere/at/all" },
  { address: "/nowhere", final: "/en/nowhere" },
  { address: "/nothing.png", final: "/en/nothing.png" },
];

test("says in the visitor's language that there is no page", async ({ request }) => {
  for (const { address, final } of unknown) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(404);
    expect(new URL(response.url()).pathname).toBe(final);
    const page = await readPage(request, final);
    expect(textsIn(page.root, "title"), address).toEqual(["Page not found · Nametag"]);
    expectPageIn("en", page, "Nobody lives at this address");
  }
});

test("leads on from where there is no page", provoking("404 /en/nowhere"), async ({ page }) => {
  await page.goto("/nowhere");
  await expect(page).toHaveURL("/en/nowhere");
  await page.getByRole("link", { name: "Look up a player" }).click();
  await expect(page).toHaveURL("/en");
  await expect(searchBox(page)).toBeVisible();
});

const outward = [
  "//example.org",
  "//example",
  "/\\example",
  "/%5Cexample",
  "/%2Fexample",
  "/%09/example",
];

for (const path of outward) {
  test(`never sends a visitor of ${path} to another host`, async ({ service }) => {
    let url = service.url + path;
    for (let hops = 0; hops < 5; hops++) {
      const response = await fetch(url, { redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null) return;
      url = new URL(location, url).href;
      expect(new URL(url).origin).toBe(service.url);
    }
    throw new Error(`${path} leads round in circles`);
  });
}
