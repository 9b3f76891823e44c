import { expect, test } from "vitest";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { OPERATOR, settings } from "./support/settings.ts";
import { useService, useWorld } from "./support/use.ts";

const published = useService("published");
const world = useWorld();

test("shows the state of providers without scripts, and calls none", async () => {
  const { service, sandbox } = world();
  const read = async () => {
    const { root } = await readPage(service.url, "/en/status");
    const [main = ""] = textsIn(root, "main");
    const [geyser = ""] = textsIn(root, "[data-provider=geyser]");
    return { root, main, geyser };
  };
  const before = await read();
  expect(textsIn(before.root, "h1")).toEqual(["Everything works."]);
  expect(before.main).toContain("No provider has been queried");
  expect(before.geyser).toContain("Not queried in 24 hours");
  expect(before.geyser).toContain("No requests in 24 hours");

  expect((await fetch(`${service.url}/api?username=Lantern_Lou`)).status).toBe(200);
  const calls = sandbox.control.count();
  // The page is cached for two seconds.
  await expect.poll(async () => (await read()).geyser, { interval: 200 }).toContain("Working");
  const { root, main, geyser } = await read();
  expect(main).toContain("All providers respond.");
  expect(geyser).toContain("No failures in 24 hours");
  expect(geyser).toMatch(/\d ms on average/);
  const requests = textsIn(root, "details li").filter((text) => text.includes("Geyser"));
  expect(requests.join()).toMatch(/Responded100%/);
  expect(textsIn(root, "#instance ~ dl dd")[0]).toBe("1");
  expect(sandbox.control.count()).toBe(calls);
});

test("says who runs the instance: here, on the page about privacy and in the footer", async () => {
  for (const path of ["/en/status", "/en/docs/privacy"]) {
    const { root } = await readPage(published().url, path);
    expect(textsIn(root, "main").join(), path).toContain(OPERATOR);
    const contacts = root.querySelectorAll("main a").filter((link) => link.text === "Contact");
    const targets = contacts.map((link) => link.getAttribute("href"));
    expect(targets, path).toEqual([settings.published.CONTACT_URL]);
    expect(textsIn(root, "footer").join(), path).toContain(`Run by ${OPERATOR}`);
  }
});

test("is linked from every page", async () => {
  for (const path of ["/en", "/en/docs", "/en/player/Lantern_Lou"]) {
    const { root } = await readPage(published().url, path);
    expect(attributesIn(root, "footer a[href$='/status']", "href"), path).toEqual(["/en/status"]);
  }
});
