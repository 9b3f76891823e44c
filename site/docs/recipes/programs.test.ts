import { readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { z } from "zod";
import { examplePlayer } from "../../../lib/contract/examples.ts";
import { isInstalled, runProgram, withFiles } from "../../../testing/run-program.ts";
import { serve, useFront } from "../../../testing/served.ts";
import { useWorld } from "../../../testing/world.ts";
import { recipe, recipeFor } from "./recipes.fixture.ts";

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

export const escapeMarkdown = (text) => text.replace(/[_*~\`|]/g, "\\\\$&");

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
/** The name of one person in Java Edition and of another in Bedrock Edition. */
const NAMESAKE = "PebblePenny";

/** Starting a program takes time. */
const ran = { timeout: 60_000 };

const world = useWorld();
const front = useFront(world);

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
    const thumbnail = `${front.url}/head?texture=${examplePlayer.skinTexture}&default=auto&size=128`;
    const fields = [
      { name: "Java UUID", value: examplePlayer.uuid },
      { name: "Bedrock XUID", value: examplePlayer.xuid },
    ];
    expect(found).toEqual({ embeds: [{ title: "Lantern\\_Lou", thumbnail, fields }] });
    for (const reply of [found, withoutSkin]) {
      const image = await fetch(thumbnailOf(reply));
      expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
    expect(unknown).toEqual({ content: expect.stringContaining("No player has this name") });
  },
);

it("shows two people who share a name as two", ran, async () => {
  const [, reply] = await runBot(front.url, NAMESAKE);
  const embeds = [{ name: "Java UUID" }, { name: "Bedrock XUID" }].map(({ name }) => ({
    title: NAMESAKE,
    thumbnail: expect.any(String),
    fields: [{ name, value: expect.any(String) }],
  }));
  expect(reply).toEqual({ embeds });
});

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

const base = "https://players.example.org";
const packages = path.resolve(import.meta.dirname, "../../../node_modules");
const isCI = process.env["CI"] === "true";
const RUN_MS = 60_000;
const fine = { code: 0, stdout: "", stderr: "" };

/** A project for browsers. */
const tsc = [
  path.join(packages, "typescript/bin/tsc"),
  ..."--target ES2022 --lib ES2022,DOM,DOM.Iterable --skipLibCheck".split(" "),
];
const strictly = [
  ..."--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess".split(" "),
  ..."--module NodeNext --jsx react-jsx --types react".split(" "),
];
/** Options for JavaScript, with the types of its imports. */
const loosely = [
  ..."--allowJs --checkJs --noEmit --strict false".split(" "),
  ..."--module ESNext --moduleResolution bundler".split(" "),
];

const javac = "-J-XX:TieredStopAtLevel=1 -encoding UTF-8 -Xlint:all -Werror -d classes".split(" ");

it(
  "has components that type-check: one first shows that it is loading, a head is loaded from the service",
  async () => {
    const files = {
      "player-card.tsx": recipe("player-card.tsx", base),
      "head.tsx": recipe("head.tsx", front.url),
      "package.json": '{ "type": "commonjs" }',
    };
    await withFiles(files, async (folder) => {
      await symlink(packages, path.join(folder, "node_modules"), "junction");
      const args = [...tsc, ...strictly, "player-card.tsx", "head.tsx"];
      expect(await runProgram(process.execPath, args, folder)).toEqual(fine);
      const load = async (name: string) =>
        (await import(/* @vite-ignore */ pathToFileURL(path.join(folder, name)).href)) as never;
      const { PlayerCard } = await load("player-card.js");
      const card = renderToString(createElement(PlayerCard, { username: "Lantern_Lou" }));
      expect(card).toContain('aria-busy="true"');
      const { Head } = await load("head.js");
      const html = renderToString(createElement(Head));
      const [, src = ""] = / src="([^"]+)"/.exec(html) ?? [];
      const url = `${front.url}/head?username=Lantern_Lou&size=128`;
      expect([src.replaceAll("&amp;", "&"), html.includes("srcSet")]).toEqual([url, false]);
    });
  },
  RUN_MS,
);

/** Stands in for skinview3d, which needs a browser: says what it is told. */
const saidByViewer = `
globalThis.document = { querySelector: () => null };
export class SkinViewer {
  constructor({ skin, model }) { console.log(JSON.stringify({ skin, model })); }
  async loadCape(cape) { console.log(JSON.stringify({ cape })); }
}
`;

it(
  "has a 3D viewer that knows how wide the arms are",
  async () => {
    const outputOf = async (player: string) => {
      const files = {
        "viewer.mjs": recipeFor(player, "skinview3d", front.url),
        "node_modules/skinview3d/package.json": '{ "type": "module", "exports": "./index.js" }',
        "node_modules/skinview3d/index.js": saidByViewer,
      };
      const run = () => withFiles(files, (at) => runProgram(process.execPath, ["viewer.mjs"], at));
      const { code, stdout, stderr } = await run();
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line));
    };
    const urlOf = (kind: string, player: string) =>
      `${front.url}/${kind}?username=${player}&type=java`;
    expect(await outputOf("Lantern_Lou")).toEqual([
      { skin: urlOf("skin", "Lantern_Lou"), model: "default" },
      { cape: urlOf("cape", "Lantern_Lou") },
    ]);
    expect(await outputOf("CopperKettle")).toEqual([
      { skin: urlOf("skin", "CopperKettle"), model: "slim" },
    ]);

    const files = {
      "viewer.js": recipe("skinview3d", base),
      "package.json": '{ "type": "module" }',
    };
    await withFiles(files, async (folder) => {
      await symlink(packages, path.join(folder, "node_modules"), "junction");
      const args = [...tsc, ...loosely, "viewer.js"];
      expect(await runProgram(process.execPath, args, folder)).toEqual(fine);
    });
  },
  RUN_MS,
);

it.skipIf(!isCI && !isInstalled("javac"))(
  "has code for Paper and a plugin that compile without warnings, the latter to the class that plugin.yml names",
  async () => {
    const main = /^main: (\S+)$/m.exec(recipe("plugin.yml", base))?.[1] ?? "";
    const name = main.replaceAll(".", "/");
    const method = `static void setSkin(ItemStack head, String value, String signature) {
      ${recipe("Paper", base)}
    }`;
    const imported = ["com.destroystokyo.paper.profile.*", "java.util.UUID", "org.bukkit.Bukkit"];
    imported.push("org.bukkit.inventory.ItemStack", "org.bukkit.inventory.meta.SkullMeta");
    const imports = imported.map((type) => `import ${type};`).join("\n");
    const files = {
      ...paperSources,
      [`${name}.java`]: recipe("WhoisPlugin.java", base),
      "Npc.java": `${imports}\nclass Npc { ${method} }`,
    };
    await withFiles({ ...files, "classes/.keep": "" }, async (folder) => {
      const args = [...javac, `${name}.java`, "Npc.java"];
      expect(await runProgram("javac", args, folder)).toEqual(fine);
      const compiled = await readFile(path.join(folder, "classes", `${name}.class`));
      expect(compiled.byteLength).toBeGreaterThan(0);
    });
  },
  RUN_MS,
);

/** The types of Paper and Gson that the plugin uses. */
const types: Readonly<Record<string, string>> = {
  "com.destroystokyo.paper.profile.PlayerProfile": `public interface PlayerProfile {
    void setProperty(ProfileProperty property);
  }`,
  "com.destroystokyo.paper.profile.ProfileProperty": `public class ProfileProperty {
    public ProfileProperty(String name, String value, String signature) {}
  }`,
  "org.bukkit.Bukkit": `public final class Bukkit {
    public static com.destroystokyo.paper.profile.PlayerProfile createProfile(java.util.UUID id, String name) {
      return null;
    }
  }`,
  "org.bukkit.inventory.ItemStack": `public class ItemStack {
    public <M extends org.bukkit.inventory.meta.ItemMeta> boolean editMeta(
        Class<M> type, java.util.function.Consumer<? super M> consumer) { return true; }
  }`,
  "org.bukkit.inventory.meta.ItemMeta": "public interface ItemMeta {}",
  "org.bukkit.inventory.meta.SkullMeta": `public interface SkullMeta extends ItemMeta {
    void setPlayerProfile(com.destroystokyo.paper.profile.PlayerProfile profile);
  }`,
  "org.bukkit.Server": `public interface Server {
    org.bukkit.plugin.PluginManager getPluginManager();
    org.bukkit.scheduler.BukkitScheduler getScheduler();
  }`,
  "org.bukkit.entity.Player": `public interface Player {
    java.util.UUID getUniqueId();
    void sendMessage(String message);
  }`,
  "org.bukkit.event.Event": "public abstract class Event {}",
  "org.bukkit.event.EventHandler": `
  @java.lang.annotation.Target(java.lang.annotation.ElementType.METHOD)
  public @interface EventHandler {}`,
  "org.bukkit.event.Listener": "public interface Listener {}",
  "org.bukkit.event.player.PlayerEvent": `public abstract class PlayerEvent extends org.bukkit.event.Event {
    public final org.bukkit.entity.Player getPlayer() { return null; }
  }`,
  "org.bukkit.event.player.PlayerJoinEvent": "public class PlayerJoinEvent extends PlayerEvent {}",
  "org.bukkit.plugin.Plugin": "public interface Plugin {}",
  "org.bukkit.plugin.PluginManager": `public interface PluginManager {
    void registerEvents(org.bukkit.event.Listener listener, Plugin plugin);
  }`,
  "org.bukkit.plugin.java.JavaPlugin": `
  public abstract class JavaPlugin implements org.bukkit.plugin.Plugin {
    public final org.bukkit.Server getServer() { return null; }
    public java.util.logging.Logger getLogger() { return null; }
    public void onEnable() {}
  }`,
  "org.bukkit.scheduler.BukkitScheduler": `public interface BukkitScheduler {
    BukkitTask runTask(org.bukkit.plugin.Plugin plugin, Runnable task);
  }`,
  "org.bukkit.scheduler.BukkitTask": "public interface BukkitTask {}",
  "com.google.gson.JsonElement": `public abstract class JsonElement {
    public JsonObject getAsJsonObject() { return null; }
    public String getAsString() { return null; }
  }`,
  "com.google.gson.JsonArray": `public final class JsonArray extends JsonElement {
    public int size() { return 0; }
  }`,
  "com.google.gson.JsonObject": `public final class JsonObject extends JsonElement {
    public boolean has(String name) { return false; }
    public JsonElement get(String name) { return null; }
    public JsonArray getAsJsonArray(String name) { return null; }
    public JsonObject getAsJsonObject(String name) { return null; }
  }`,
  "com.google.gson.JsonParser": `public final class JsonParser {
    public static JsonElement parseString(String text) { return null; }
  }`,
};

/** Their Java sources, by the path of each file. */
const paperSources: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(types).map(([name, declaration]) => [
    `${name.replaceAll(".", "/")}.java`,
    `package ${name.slice(0, name.lastIndexOf("."))};\n${declaration}\n`,
  ]),
);
