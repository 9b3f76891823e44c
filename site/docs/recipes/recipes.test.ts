import { readdirSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { examplePlayer } from "../../../lib/contract/examples.ts";
import { profileBody } from "../../../lib/contract/profile.ts";
import { isInstalled, runProgram, withFiles } from "../../../testing/run-program.ts";
import { useFront } from "../../../testing/served.ts";
import { useWorld } from "../../../testing/world.ts";
import { recipeFiles } from "../recipe-files.ts";
import { codeIn, recipe, recipeFor } from "./recipes.fixture.ts";

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

it("serves every program", () => {
  const folder = path.resolve(import.meta.dirname, "../../../content/recipes");
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(recipeFiles).toSorted());
});

const converters = [
  ["convert.py", "python3"],
  ["convert.mjs", process.execPath],
] as const;
/** The XUID of Mossy Minnow, who has no linked account. */
const MINNOW = "2796662987455236";
const canRun = (program: string) => process.env["CI"] === "true" || isInstalled(program);

describe.each(converters.filter(([, program]) => canRun(program)))("%s", (file, program) => {
  const { javaName, gamertag, uuid, xuid } = examplePlayer;
  const dashed = uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const floodgate = `00000000-0000-0000-0009-${BigInt(MINNOW).toString(16).slice(1)}`;
  // More than a batch, of which the provider's limit refuses some.
  const crowd = Array.from({ length: 55 }, (_, at) => `Extra_${at + 1}`);

  /** Converts a list, twice: the second run says the same, and needs no request. */
  const convert = (list: string, kind: string) =>
    withFiles({ [file]: recipe(file, front.url), list }, async (folder) => {
      const run = () => runProgram(program, [file, "list", kind], folder);
      const first = await run();
      refusals = Infinity;
      expect(await run()).toEqual({ ...first, stderr: "" });
      refusals = 0;
      const output = kind === "bedrock" ? "allowlist.json" : "whitelist.json";
      const text = await readFile(path.join(folder, output), "utf8");
      return { ...first, entries: JSON.parse(text) as unknown[] };
    });

  it(
    "makes a whitelist of more names than a batch, waits as told, and names those without a player",
    async () => {
      refusals = 1;
      const list = `\uFEFF${[javaName, "", ...crowd, "no@player", UNKNOWN].join("\r\n")}`;
      const { code, stdout, entries } = await convert(list, "java");
      expect({ code, first: entries[0], count: entries.length }).toEqual({
        code: 0,
        first: { uuid: dashed, name: javaName },
        count: 56,
      });
      expect(stdout.split("\n")).toEqual([
        "whitelist.json: 56 of 58 players",
        expect.stringContaining("no@player: username must be"),
        expect.stringContaining(`${UNKNOWN}: No player has this name`),
        "",
      ]);
    },
    RUN_MS,
  );

  it.each([
    ["bedrock", gamertag, xuid, { ignoresPlayerLimit: false, name: gamertag, xuid }],
    ["floodgate", "Mossy Minnow", MINNOW, { uuid: floodgate, name: ".Mossy_Minnow" }],
  ])("makes a list of Bedrock players: %s", { timeout: RUN_MS }, async (kind, name, id, entry) => {
    const whitelist = JSON.stringify([{ uuid: "", name }, id]);
    expect(await convert(whitelist, kind)).toMatchObject({ code: 0, entries: [entry, entry] });
  });

  it("lists no linked player for Floodgate, and says why", { timeout: RUN_MS }, async () => {
    const { stdout, entries } = await convert(gamertag, "floodgate");
    expect(entries).toEqual([]);
    expect(stdout).toContain(`${gamertag}: joins with the Java UUID of the linked account`);
  });

  it("says what is wrong with its arguments", { timeout: RUN_MS }, async () => {
    const files = { [file]: recipe(file, front.url), "whitelist.json": "[]" };
    for (const args of [[], ["list"], ["list", "both"], ["whitelist.json", "java"]]) {
      const ended = await withFiles(files, (at) => runProgram(program, [file, ...args], at));
      expect(ended).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/json|java/),
      });
    }
  });
});

describe.skipIf(!["curl", "jq"].every(canRun))("in the shell", { timeout: RUN_MS }, () => {
  const { javaName, gamertag, uuid, xuid } = examplePlayer;

  /** Runs commands, and gives what they print and the files that they leave. */
  const runShell = (code: string, names = "") =>
    withFiles({ "run.sh": code, "names.txt": names }, async (folder) => {
      const { code: status, stdout } = await runProgram("sh", ["-e", "run.sh"], folder);
      expect(status).toBe(0);
      const files = (await readdir(folder)).filter((name) => name.endsWith(".png"));
      const images = files.map(async (name) => {
        const { width } = await sharp(await readFile(path.join(folder, name))).metadata();
        return [name, width] as const;
      });
      return { stdout, images: await Promise.all(images) };
    });

  it("everyday questions have the answers that the page says", async () => {
    const commands = codeIn("index", "everyday", front.url);
    const answers = await Promise.all(commands.map((command) => runShell(command)));
    const [isUp, whose, names, linked] = answers.map(
      ({ stdout }) => (stdout.startsWith("{") ? JSON.parse(stdout) : stdout) as unknown,
    );
    expect(isUp).toMatchObject({ status: "alive" });
    expect(whose).toMatchObject({ java: { username: javaName } });
    expect(names).toMatchObject({ java: { name_history: [expect.anything()] } });
    expect(linked).toMatchObject({ bedrock: { xuid_decimal: xuid, linked: true } });
    expect(answers.at(-1)?.images).toEqual([["favicon.png", 32]]);
  });

  it("a signed skin becomes the commands for an NPC and a head", async () => {
    const url = `${front.url}/api?type=java&username=${javaName}&textures=signed`;
    const { java } = profileBody.parse(await (await fetch(url)).json());
    const { value, signature } = java?.textures ?? {};
    const { stdout: npc } = await runShell(recipe("Citizens", front.url));
    expect(npc).toBe(`npc skin -t ${java?.uuid_dashed} ${value} ${signature}\n`);
    const { stdout: head } = await runShell(recipe("player_head", front.url));
    const properties = `[{name:"textures",value:"${value}"}]`;
    expect(head).toBe(`give @p player_head[profile={properties:${properties}}]\n`);
  });

  it("lists become tables and heads", async () => {
    const [commands = ""] = codeIn("recipes", "shell", front.url);
    const { stdout, images } = await runShell(commands, `${javaName}\n${ODD}\n`);
    expect(stdout.trim().split("\n")).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      gamertag,
      expect.stringContaining(`"name":"${javaName}"`),
      `${javaName}\t${uuid}`,
      `${ODD}\tNOT_FOUND`,
    ]);
    expect(Object.fromEntries(images)).toEqual({ [`${ODD}.png`]: 64, [`${javaName}.png`]: 64 });
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
