import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { examplePlayer } from "../../contract/examples.ts";
import { runProgram, withFiles } from "../../testing/run-program.ts";
import { serve, type Served } from "../../testing/served.ts";
import { createTestWorld, type TestWorld } from "../../testing/world.ts";
import { recipe } from "./recipes.fixture.ts";

/**
 * Replaces discord.js: the classes of version 14 that the recipe uses. After login, the bot gets a command
 * for each player that the environment names; its replies are written to standard output, one JSON object
 * per line.
 */
const fakeDiscord = `
export const Events = { ClientReady: "clientReady", InteractionCreate: "interactionCreate" };
export const GatewayIntentBits = { Guilds: 1 };

class Option {
  setName(name) { this.name = name; return this; }
  setDescription(text) { this.description = text; return this; }
  setMaxLength(length) { this.maxLength = length; return this; }
  setRequired(required) { this.required = required; return this; }
}

export class SlashCommandBuilder {
  options = [];
  setName(name) { this.name = name; return this; }
  setDescription(text) { this.description = text; return this; }
  addStringOption(build) { this.options.push(build(new Option())); return this; }
}

export class EmbedBuilder {
  fields = [];
  setTitle(title) { this.title = title; return this; }
  setThumbnail(url) { this.thumbnail = url; return this; }
  addFields(...fields) { this.fields.push(...fields); return this; }
}

const say = (what) => console.log(JSON.stringify(what));

export class Client {
  handlers = new Map();
  constructor({ intents }) { this.intents = intents; }
  once(event, handler) { this.handlers.set(event, handler); }
  on(event, handler) { this.handlers.set(event, handler); }

  async login(token) {
    if (token !== "a token") throw new Error("An invalid token was provided.");
    await this.handlers.get(Events.ClientReady)({ application: { commands: { create: say } } });
    for (const player of JSON.parse(process.env.PLAYERS)) {
      let deferred = false;
      await this.handlers.get(Events.InteractionCreate)({
        commandName: "player",
        isChatInputCommand: () => true,
        options: { getString: (name, required) => (name === "name" && required ? player : null) },
        deferReply: async () => { deferred = true; },
        editReply: async (answer) => {
          if (!deferred) throw new Error("INTERACTION_NOT_REPLIED");
          say(answer);
        },
      });
    }
  }
}
`;

/** A player without a custom skin. */
const PLAIN = "Plain Plum";

/** Starting a program takes time. */
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
async function runBot(service: string, ...players: string[]): Promise<unknown[]> {
  const files = {
    "bot.mjs": recipe("bot.mjs", service),
    "node_modules/discord.js/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/discord.js/index.js": fakeDiscord,
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
    const [command, found, withoutSkin, unknown] = await runBot(
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
    for (const reply of [found, withoutSkin]) {
      const image = await fetch(thumbnailOf(reply));
      expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
    expect(unknown).toEqual({ content: expect.stringContaining("No player has this name") });
  },
);

it("replies that the service is unavailable", ran, async () => {
  const gone = await serve(world);
  await gone.close();
  const [, reply] = await runBot(gone.url, examplePlayer.javaName);
  expect(reply).toEqual({ content: expect.stringContaining("cannot be reached") });
});

function thumbnailOf(reply: unknown): string {
  const { embeds } = z
    .object({ embeds: z.tuple([z.object({ thumbnail: z.string() })]) })
    .parse(reply);
  return embeds[0].thumbnail;
}
