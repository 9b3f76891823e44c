import { playerUrl } from "./support/page.ts";
import { readPage, textsIn } from "./support/html.ts";
import { startService, withWorld } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

const TESS = "a9a041d770424d1bbe1e5c603300460c";

/** The headings of a player's page that are about the past. */
function pastIn(headings: readonly string[]): string[] {
  return headings.filter((text) => /names?$|seen$/i.test(text));
}

test("a past that was recorded is neither shown nor extended once history is off", ({
  playwright,
}) =>
  withWorld({}, async ({ service, sandbox, directory }) => {
    const request = await playwright.request.newContext();
    const page = (url: string) => readPage(request, url + playerUrl("Lantern_Lou"));
    const before = await page(service.url);
    expect(pastIn(textsIn(before.root, "h3")).length).toBeGreaterThan(1);
    await service.stop();

    const variables = { ...sandbox.environment, DATA_DIR: directory, OBSERVED_HISTORY: "off" };
    const off = await startService(variables);
    const after = await page(off.url);
    expect(pastIn(textsIn(after.root, "h3"))).toEqual([]);
    const history = await request.get(`${off.url}/api/history?username=Lantern_Lou`);
    const nothing = { observed: false, names: [], skins: [], capes: [] };
    expect(await history.json()).toMatchObject({ java: nothing, bedrock: nothing });
    await off.stop();
    await request.dispose();
  }));

test("an excluded player is found, and on no list", ({ playwright }) =>
  withWorld({ EXCLUDED_PLAYERS: TESS }, async ({ service }) => {
    const request = await playwright.request.newContext({ baseURL: service.url });
    for (const name of ["Tinker_Tess", "Captain_Cobble"]) {
      expect((await request.get(`/api?username=${name}`)).status()).toBe(200);
    }
    const { recent } = (await (await request.get("/api?recent=1")).json()) as {
      recent: { username: string }[];
    };
    expect(recent.map(({ username }) => username)).toEqual(["Captain_Cobble"]);
    const { root } = await readPage(request, playerUrl("Tinker_Tess"));
    expect(pastIn(textsIn(root, "h3"))).toEqual([]);
    await request.dispose();
  }));
