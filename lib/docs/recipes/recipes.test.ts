import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examplePlayer } from "../../contract/examples.ts";
import { runProgram, withFiles } from "../../testing/run-program.ts";
import { serve, type Served } from "../../testing/served.ts";
import { createTestWorld, type TestWorld } from "../../testing/world.ts";
import { recipe, recipeFor } from "./recipes.fixture.ts";

const UNKNOWN = "Nobody_At_All";
/** With what an address cannot hold as it is. */
const ODD = "Biscuit#4821";

const RUN_MS = 60_000;

let world: TestWorld;
let front: Served;
let refusals = 0;

beforeAll(async () => {
  world = await createTestWorld();
  const load = { isOverloaded: () => refusals-- > 0, stop: () => undefined };
  front = await serve(world, { load });
});

afterAll(async () => {
  await front.close();
  await world.close();
});

/** The side in pixels of the picture at an address. */
async function sideOf(address: string): Promise<number> {
  const response = await fetch(address);
  expect({ address, status: response.status }).toEqual({ address, status: 200 });
  const { width, height } = await sharp(await response.arrayBuffer()).metadata();
  expect(height).toBe(width);
  return width;
}

describe("head.html", () => {
  it("names heads of the size that each screen needs", async () => {
    const html = recipe("head.html", front.url);
    const shown = Number(/width="(\d+)"/.exec(html)?.[1]);
    const sources = [...html.matchAll(/(http\S+?)(?:"| (\d)x)/g)];
    expect(sources).toHaveLength(3);
    for (const [, address = "", density = "1"] of sources) {
      expect(await sideOf(address)).toBe(shown * Number(density));
    }
  });

  it("is JSON for an unknown player where the page has a fallback picture", async () => {
    const addressOf = (html: string) => /src="([^"]+)"/.exec(html)?.[1] ?? "";
    const name = "head-with-fallback.html";
    expect(await sideOf(addressOf(recipe(name, front.url)))).toBe(64);
    const unknown = await fetch(addressOf(recipeFor(UNKNOWN, name, front.url)));
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
    ["a player of Bedrock edition alone", ODD, "Biscuit4821"],
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

  it("fails with the message of the service when a retry makes no sense", async () => {
    const { code, stderr } = await lookUp("no@player");
    expect(code).not.toBe(0);
    expect(stderr).toContain("username must be");
  });
});

describe("Code.gs", () => {
  /** Apps Script fetches synchronously, so the responses are fetched before. */
  async function player(name: string): Promise<unknown> {
    const requested: string[] = [];
    const answers = new Map<string, string>();
    const fetchApp = {
      fetch(address: string, options: object) {
        expect(options).toEqual({ muteHttpExceptions: true });
        requested.push(address);
        return { getContentText: () => answers.get(address) ?? "{}" };
      },
    };
    const code = `${recipe("Code.gs", front.url)}\nreturn PLAYER(name);`;
    // oxlint-disable-next-line typescript/no-implied-eval -- What readers paste is run as it is.
    const run = new Function("UrlFetchApp", "name", code);
    expect(() => run(fetchApp, name)).toThrow(Error);
    for (const address of requested) answers.set(address, await (await fetch(address)).text());
    return run(fetchApp, name);
  }

  it("fills a cell with each of the four, or leaves it empty", async () => {
    const { javaName, uuid, gamertag, xuid } = examplePlayer;
    expect(await player(javaName)).toEqual([[javaName, uuid, gamertag, xuid]]);
    const [row] = (await player(ODD)) as unknown[][];
    expect(row).toEqual([undefined, undefined, "Biscuit4821", expect.stringMatching(/^\d{16}$/)]);
  });

  it("shows the message of the service for an unknown player", async () => {
    await expect(player(UNKNOWN)).rejects.toThrow("No player has this name");
  });
});

describe("a formula of a spreadsheet", () => {
  /** The address that a formula makes of the name in A2. */
  function addressIn(name: string, player: string): string {
    const filled = recipe(name, front.url)
      .replace(/" & ENCODEURL\(A2\)(?: & ")?/, encodeURIComponent(player))
      .replace(/" & (SUBSTITUTE\(.*"\)) & "/, (_, formula: string) => substituted(formula, player));
    return /"(http[^"]+?)["),]/.exec(filled)?.[1] ?? filled;
  }

  /** What nested calls of SUBSTITUTE leave of a text. */
  function substituted(formula: string, text: string): string {
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
    const address = addressIn(name, player);
    expect(await sideOf(address)).toBe(64);
    const { headers } = await fetch(address);
    expect(headers.get("x-texture-source")).toBe("player");
  });

  it("cuts the UUID out of the response as Excel does", async () => {
    const formula = recipe("Excel for Windows", front.url);
    const [, before = "", after = ""] =
      /\), "((?:[^"]|"")+)"\), "((?:[^"]|"")+)"\)/.exec(formula) ?? [];
    const unquoted = (text: string) => text.replaceAll('""', '"');
    const answer = await fetch(addressIn("Excel for Windows", examplePlayer.javaName));
    const rest = (await answer.text()).split(unquoted(before))[1];
    expect(rest?.split(unquoted(after))[0]).toBe(examplePlayer.uuid);
  });
});

describe("moving from another service", () => {
  it("has a head at the address for DiscordSRV", async () => {
    const [, address = ""] = /"(.+)"/.exec(recipe("DiscordSRV", front.url)) ?? [];
    const filled = address.replace("{uuid-nodashes}", examplePlayer.uuid).replace("{size}", "80");
    expect(await sideOf(filled)).toBe(80);
  });
});
