import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { examplePlayer } from "../../../lib/contract/examples.ts";
import { runProgram, withFiles } from "../../../testing/run-program.ts";
import { useFront } from "../../../testing/served.ts";
import { useWorld } from "../../../testing/world.ts";
import { recipe, recipeFor } from "./recipes.fixture.ts";

const UNKNOWN = "Nobody_At_All";
/** A name that must be encoded in a URL. */
const ODD = "Biscuit#4821";

const RUN_MS = 60_000;

let refusals = 0;
const world = useWorld();
const load = { isOverloaded: () => refusals-- > 0, stop: () => undefined };
const front = useFront(world, { load });

/** The side in pixels of the image at a URL. */
async function sideOf(url: string): Promise<number> {
  const response = await fetch(url);
  expect({ address: url, status: response.status }).toEqual({ address: url, status: 200 });
  const { width, height } = await sharp(await response.arrayBuffer()).metadata();
  expect(height).toBe(width);
  return width;
}

describe("head.html", () => {
  it("links to heads in the size that each screen needs", async () => {
    const html = recipe("head.html", front.url);
    const shown = Number(/width="(\d+)"/.exec(html)?.[1]);
    const sources = [...html.matchAll(/(http\S+?)(?:"| (\d)x)/g)];
    expect(sources).toHaveLength(3);
    for (const [, url = "", density = "1"] of sources) {
      expect(await sideOf(url)).toBe(shown * Number(density));
    }
  });

  it("gets JSON for an unknown player, so that the page shows its fallback image", async () => {
    const urlOf = (html: string) => /src="([^"]+)"/.exec(html)?.[1] ?? "";
    const name = "head-with-fallback.html";
    expect(await sideOf(urlOf(recipe(name, front.url)))).toBe(64);
    const unknown = await fetch(urlOf(recipeFor(UNKNOWN, name, front.url)));
    expect(unknown.headers.get("content-type")).toContain("application/json");
  });
});

describe("lookup.mjs", { timeout: RUN_MS }, () => {
  const lookUp = (player: string) =>
    withFiles({ "lookup.mjs": recipeFor(player, "lookup.mjs", front.url) }, (folder) =>
      runProgram(process.execPath, ["lookup.mjs"], folder),
    );

  it.each([
    ["a player", examplePlayer.javaName, examplePlayer.javaName],
    ["a player of Bedrock Edition only", ODD, "Biscuit4821"],
    ["an unknown player", UNKNOWN, "unknown player"],
  ])("finds %s", async (_, player, said) => {
    expect(await lookUp(player)).toEqual({ code: 0, stdout: `${said}\n`, stderr: "" });
  });

  it("retries after the time in Retry-After", async () => {
    refusals = 1;
    const { code, stdout } = await lookUp(examplePlayer.javaName);
    expect({ code, stdout, refusals }).toEqual({
      code: 0,
      stdout: `${examplePlayer.javaName}\n`,
      refusals: -1,
    });
  });

  it("fails with the service's message when a retry makes no sense", async () => {
    const { code, stderr } = await lookUp("no@player");
    expect(code).not.toBe(0);
    expect(stderr).toContain("username must be");
  });
});

describe("Code.gs", () => {
  /** Apps Script fetches synchronously: a first run finds the URLs to fetch, a second gets the responses. */
  async function player(name: string): Promise<unknown> {
    const requested: string[] = [];
    const responses = new Map<string, string>();
    const fetchApp = {
      fetch(url: string, options: object) {
        expect(options).toEqual({ muteHttpExceptions: true });
        requested.push(url);
        return {
          getContentText: () => responses.get(url) ?? "<p>Bad gateway",
          getResponseCode: () => 502,
        };
      },
    };
    const code = `${recipe("Code.gs", front.url)}\nreturn PLAYER(name);`;
    // oxlint-disable-next-line typescript/no-implied-eval -- runs what readers paste.
    const run = new Function("UrlFetchApp", "name", code);
    expect(() => run(fetchApp, name)).toThrow("HTTP 502");
    for (const url of requested) responses.set(url, await (await fetch(url)).text());
    return run(fetchApp, name);
  }

  it("fills four cells, or leaves some empty", async () => {
    const { javaName, uuid, gamertag, xuid } = examplePlayer;
    expect(await player(javaName)).toEqual([[javaName, uuid, gamertag, xuid]]);
    const [row] = (await player(ODD)) as unknown[][];
    expect(row).toEqual([undefined, undefined, "Biscuit4821", expect.stringMatching(/^\d{16}$/)]);
  });

  it("leaves out someone else who has the same name in Bedrock Edition", async () => {
    expect(await player("PebblePenny")).toEqual([
      ["PebblePenny", expect.stringMatching(/^[0-9a-f]{32}$/), undefined, undefined],
    ]);
  });

  it("shows the service's message for an unknown player", async () => {
    await expect(player(UNKNOWN)).rejects.toThrow("No player has this name");
  });
});

describe("a formula of a spreadsheet", () => {
  /** The URL that a formula makes of the name in A2. */
  function urlIn(name: string, player: string): string {
    const filled = recipe(name, front.url)
      .replace(/" & ENCODEURL\(A2\)(?: & ")?/, encodeURIComponent(player))
      .replace(/" & (SUBSTITUTE\(.*"\)) & "/, (_, formula: string) => substitute(formula, player));
    return /"(http[^"]+?)["),]/.exec(filled)?.[1] ?? filled;
  }

  /** Evaluates nested calls of SUBSTITUTE on a text. */
  function substitute(formula: string, text: string): string {
    const pairs = [...formula.matchAll(/, "([^"]*)", "([^"]*)"\)/g)];
    return pairs.reduce((left, [, from = "", to = ""]) => left.replaceAll(from, to), text);
  }

  it.each([
    ["Google Sheets", examplePlayer.javaName],
    ["Google Sheets", examplePlayer.gamertag],
    ["Google Sheets", ODD],
    ["Excel", examplePlayer.javaName],
    ["Excel", examplePlayer.gamertag],
    ["Excel", ODD],
  ])("shows a player's own head in %s: %s", async (name, player) => {
    const url = urlIn(name, player);
    expect(await sideOf(url)).toBe(64);
    const { headers } = await fetch(url);
    expect(headers.get("x-texture-source")).toBe("player");
  });

  it("cuts the UUID out of the response as Excel does", async () => {
    const formula = recipe("Excel for Windows", front.url);
    const [, before = "", after = ""] =
      /\), "((?:[^"]|"")+)"\), "((?:[^"]|"")+)"\)/.exec(formula) ?? [];
    const unquoted = (text: string) => text.replaceAll('""', '"');
    const response = await fetch(urlIn("Excel for Windows", examplePlayer.javaName));
    const rest = (await response.text()).split(unquoted(before))[1];
    expect(rest?.split(unquoted(after))[0]).toBe(examplePlayer.uuid);
  });
});

describe("moving from another service", () => {
  it("has a URL for DiscordSRV that returns a head", async () => {
    const [, url = ""] = /"(.+)"/.exec(recipe("DiscordSRV", front.url)) ?? [];
    const filled = url.replace("{uuid-nodashes}", examplePlayer.uuid).replace("{size}", "80");
    expect(await sideOf(filled)).toBe(80);
  });
});
