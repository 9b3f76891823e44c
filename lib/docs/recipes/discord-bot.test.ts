import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { examplePlayer } from "../../contract/examples.ts";
import { runProgram, withFiles } from "../../testing/run-program.ts";
import { serve, type Served } from "../../testing/served.ts";
import { createTestWorld, type TestWorld } from "../../testing/world.ts";
import { discordStandIn } from "./discord.fixture.ts";
import { recipe } from "./recipes.fixture.ts";

/** Known, but without a skin whose texture could be named. */
const PLAIN = "Plain Plum";

/** A program is started. */
const ran = { timeout: 60_000 };

let world: TestWorld;
let front: Served;

beforeAll(async () => {
  world = await createTestWorld();
  front = await serve(world);
});

afterAll(async () => {
  await front.close();
  await world.close();
});

/** The output of the bot: the command it registers, then its reply for each player. */
async function askBot(service: string, ...players: string[]): Promise<unknown[]> {
  const files = {
    "bot.mjs": recipe("bot.mjs", service),
    "node_modules/discord.js/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/discord.js/index.js": discordStandIn,
  };
  const { code, stdout, stderr } = await withFiles(files, (folder) =>
    runProgram(process.execPath, ["bot.mjs"], folder, {
      ...process.env,
      DISCORD_TOKEN: "a token",
      PLAYERS: JSON.stringify(players),
    }),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

it(
  "replies with the ids, a head that exists, and a sentence for an unknown player",
  ran,
  async () => {
    const [command, found, withoutSkin, unknown] = await askBot(
      front.url,
      examplePlayer.javaName,
      PLAIN,
      "Nobody_At_All",
    );
    expect(command).toMatchObject({ name: "player", options: [{ name: "name", required: true }] });
    const thumbnail = `${front.url}/head?texture=${examplePlayer.skinTexture}&size=128`;
    const fields = [
      { name: "Java UUID", value: examplePlayer.uuid },
      { name: "Bedrock XUID", value: examplePlayer.xuid },
    ];
    expect(found).toEqual({ embeds: [{ title: examplePlayer.javaName, thumbnail, fields }] });
    for (const answer of [found, withoutSkin]) {
      const picture = await fetch(thumbnailOf(answer));
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
    expect(unknown).toEqual({ content: expect.stringContaining("No player is known") });
  },
);

it("says so when the service cannot be reached", ran, async () => {
  const gone = await serve(world);
  await gone.close();
  const [, answer] = await askBot(gone.url, examplePlayer.javaName);
  expect(answer).toEqual({ content: expect.stringContaining("cannot be reached") });
});

function thumbnailOf(answer: unknown): string {
  const { embeds } = z
    .object({ embeds: z.tuple([z.object({ thumbnail: z.string() })]) })
    .parse(answer);
  return embeds[0].thumbnail;
}
