import type { Locator, Page } from "playwright/test";

/** The box on the home page. */
export function searchBox(page: Page): Locator {
  return page.getByRole("combobox", { name: "Name, UUID, XUID or gamertag" });
}

/** Whom the list under the box offers. */
export function suggestionsOf(page: Page): Locator {
  return page.getByRole("listbox", { name: "Players" }).getByRole("option");
}

/** Types into the box and presses Enter. */
export async function search(page: Page, text: string): Promise<void> {
  await searchBox(page).fill(text);
  await searchBox(page).press("Enter");
}

/** The address of a search. */
export function searchUrl(username: string): string {
  return `/en?${new URLSearchParams({ username }).toString()}`;
}

/** The panel of one edition's player. */
export function panelOf(page: Page, name: string): Locator {
  return page.getByRole("article", { name, exact: true });
}

/** The picture in that panel. */
export function headOf(page: Page, name: string): Locator {
  return page.getByRole("img", { name: `Head of ${name}`, exact: true });
}

/** The words that stand in place of a profile. */
export function failureOf(page: Page): Locator {
  return page.getByRole("main").getByRole("alert");
}
