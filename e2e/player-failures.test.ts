import sharp from "sharp";
import { expect, test } from "vitest";
import { unusualNames } from "../sandbox/skin-services.ts";
import { attributesIn, readPage, type SentPage, textsIn } from "./support/html.ts";
import { withWorld } from "./support/service.ts";
import { playerUrl } from "./support/texts.ts";
import { useWorld } from "./support/use.ts";

const TESS = "a9a041d770424d1bbe1e5c603300460c";
const world = useWorld({ PROFILE_FRESH_SECONDS: "1", EXCLUDED_PLAYERS: TESS });

test("says with a 404 that no player has a name, and what else to look for", async () => {
  const { status, root } = await readPage(world().service.url, playerUrl("Nobody_Here"));
  expect(status).toBe(404);
  expect(textsIn(root, "h1")).toEqual(["Player not found"]);
  expect(attributesIn(root, "meta[name=robots]", "content")).toEqual(["noindex"]);
  const [text] = textsIn(root, "main");
  expect(text).toContain("Check the spelling.");
  expect(text).toContain("Programs get: 404 NOT_FOUND");
  expect(textsIn(root, "main .plate")).toEqual(["Nobody_Here"]);
});

test("says where it was searched, and what else to search for", async () => {
  const textOf = async (id: string) => {
    const { root } = await readPage(world().service.url, playerUrl(id));
    return textsIn(root, "main")[0];
  };
  const digits = await textOf("2535400000000001");
  expect(digits).toContain("Bedrock Edition has no player with this XUID. Java Edition was not");
  expect(digits).toContain("If you mean a Java name, search for that player’s UUID.");
  expect(digits).not.toContain("Neither edition");
  expect(await textOf("00000000-0000-0000-0000-000000000000")).toContain(
    "No Minecraft account can have this ID",
  );
});

test("says with a 502 that no provider can look a gamertag up, without a countdown", async () => {
  const { status, root } = await readPage(world().service.url, playerUrl("숲속오두막"));
  expect(status).toBe(502);
  expect(textsIn(root, "h1")).toEqual(["No provider can look this player up"]);
  const [text] = textsIn(root, "main");
  expect(text).toContain("Search for the XUID or UUID instead.");
  expect(text).not.toMatch(/try again/i);
});

test("says which file cannot be used, and that nothing is out of date", async () => {
  const { service, sandbox } = world();
  const uuid = "2bbbabab937742628b3602462ddbd909";
  const create = { width: 96, height: 96, channels: 3, background: "#a40" } as const;
  const png = await sharp({ create }).png().toBuffer();
  sandbox.control.change(uuid, { skin: `data:image/png;base64,${png.toString("base64")}` });
  await fetch(`${service.url}/head?username=${uuid}`);
  const { root } = await readPage(service.url, playerUrl(uuid));
  expect(textsIn(root, ".player-note")).toContain(
    "The file of this skin can’t be used. As in the game, you see a default skin.",
  );
  expect(textsIn(root, "#warnings")).toEqual([]);
  expect(textsIn(root, ".edition-card.is-old")).toEqual([]);
  expect(textsIn(root, ".edition-facts").join()).toContain("Default skin");
});

test("has the UUID of an account of the game with an unusual name in its URL", async () => {
  const { service, sandbox } = world();
  // None of those that the other tests look up.
  const accounts = sandbox.players.flatMap(({ java }) => java ?? []).slice(20);
  for (const [at, name] of [...unusualNames, "somebody@example.org"].entries()) {
    const { uuid = "" } = accounts[at] ?? {};
    sandbox.control.change(uuid, { name });
    const { status, root } = await readPage(service.url, playerUrl(uuid));
    expect([status, textsIn(root, "h1")]).toEqual([200, [name]]);
    const [canonical = ""] = attributesIn(root, "link[rel=canonical]", "href");
    expect(new URL(canonical).pathname).toBe(`/en/player/${uuid}`);
  }
});

// `lib/routes/privacy.test.ts` checks what the API tells where histories are off or a player is excluded.
test("has the player's history and follows a change, unless the player is excluded", async () => {
  const { service, sandbox } = world();
  const read = async (name: string) => {
    const { root, status } = await readPage(service.url, playerUrl(name));
    expect(status).toBe(200);
    return root;
  };
  const gallery = async () => {
    const root = await read("Lantern_Lou");
    const skins = attributesIn(root, 'li a[href^="/skin?texture="]', "href");
    return [textsIn(root, "h3").find((text) => text.includes("skin")), skins.length];
  };
  /** The headings of a player's page that are about the past. */
  const pastOf = async (name: string) =>
    textsIn(await read(name), ":is(h2, h3)").filter((text) => /names?$|seen$/i.test(text));

  expect(await gallery()).toEqual(["2 skins seen", 2]);
  const skin = "a72358a051ae4586bab702eab0a9eca4";
  sandbox.control.change("dfb83a479bf3469583e7bdc34c28fa4e", { skin });
  await expect.poll(gallery).toEqual(["3 skins seen", 3]);
  expect((await pastOf("Lantern_Lou")).length).toBeGreaterThan(1);
  expect(await pastOf("Tinker_Tess")).toEqual([]);
  expect((await pastOf("Captain_Cobble")).length).toBeGreaterThan(0);
});

test("says once of an edition that it is incomplete, and shows no face for a skin it lacks", async () => {
  const { service, sandbox } = world();
  for (const route of ["geyser.skin", "geyser.link-*"]) {
    sandbox.control.fault({ route, fault: { kind: "status", status: 500 } });
  }
  const { root } = await readPage(service.url, playerUrl("CopperKettle"));
  expect(textsIn(root, "section[aria-labelledby=warnings] :is(h2, p)")).toEqual([
    "Some of this is incomplete",
    "The Bedrock Edition provider is partly unavailable. Its data is incomplete.",
  ]);
  const [java, bedrock] = textsIn(root, "article");
  expect(java).not.toContain("couldn’t be loaded");
  expect(bedrock).toContain("This skin couldn’t be loaded");
  expect(bedrock).not.toContain("Last known data");
  expect(root.querySelectorAll("article")[1]?.querySelectorAll("img")).toEqual([]);
});

test("shows which edition could not be fetched, then stale data, while providers fail", () =>
  // Its own service: the circuit breakers of a shared one may still be open from earlier tests.
  withWorld({ PROFILE_FRESH_SECONDS: "1" }, async ({ service, sandbox }) => {
    const read = (name: string) => readPage(service.url, playerUrl(name));
    const warningIn = ({ root }: SentPage) => textsIn(root, "section[aria-labelledby=warnings]")[0];
    expect((await read("Lantern_Lou")).status).toBe(200);

    for (const route of ["mojang-api.*", "mojang-legacy.*", "playerdb.*"]) {
      sandbox.control.fault({ route, fault: { kind: "status", status: 500 } });
    }
    const half = await read("Biscuit4821");
    expect(textsIn(half.root, "article h2")).toEqual(["Biscuit4821"]);
    expect(textsIn(half.root, "main")[0]).toContain("Java Edition is unavailable");
    expect(warningIn(half)).toContain("Some of this is incomplete");
    expect(warningIn(half)).toContain("The Java Edition provider is unavailable.");

    sandbox.control.fault({ route: "*", fault: { kind: "status", status: 500 } });
    const url = `${service.url}/api?username=Lantern_Lou`;
    const cacheState = async () => (await fetch(url)).headers.get("x-cache");
    await expect.poll(cacheState).toBe("STALE");
    const old = await read("Lantern_Lou");
    expect(old.status).toBe(200);
    expect(textsIn(old.root, ".freshness")[0]).toMatch(
      /^Last known data, fetched \w+ \d+, \d{4}, .*\sUTC/,
    );
    expect(warningIn(old)).toContain("Its data may be old or incomplete.");
    expect(warningIn(old)).not.toContain("so you see the last known data");
    expect(warningIn(old)).toMatch(/This is what was known on \w+ \d+, \d{4}, .*\sUTC\./);
    expect(textsIn(old.root, "article")[0]).toContain("Last known data");
  }));

test("says with a 502 that the providers do not respond, and finds the player once they do", async () => {
  const { sandbox, service } = world();
  const read = () => readPage(service.url, playerUrl("Foxglove_Finn"));
  sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
  const { status, root } = await read();
  expect(status).toBe(502);
  expect(textsIn(root, "h1")).toEqual(["Player data is unavailable"]);
  expect(textsIn(root, "main")[0]).toMatch(/You can try again in \d+ seconds?\./);
  expect(attributesIn(root, "main input", "value")).toEqual(["Foxglove_Finn"]);
  expect(attributesIn(root, "main a", "href")).toContain("/en/status");
  const again = root.querySelectorAll("main a").find((link) => link.textContent === "Try again");
  expect(again?.getAttribute("href")).toBe(playerUrl("Foxglove_Finn"));
  sandbox.control.clearFaults();
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe(200);
  expect(textsIn((await read()).root, "h1")).toEqual(["Foxglove_Finn"]);
});
