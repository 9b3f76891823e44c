import { readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { isInstalled, runProgram, withFiles } from "../../testing/run-program.ts";
import { recipe } from "./recipes.fixture.ts";

const base = "https://players.example.org";
const packages = path.resolve(import.meta.dirname, "../../../node_modules");
const isCI = process.env["CI"] === "true";
const RUN_MS = 60_000;
const fine = { code: 0, stdout: "", stderr: "" };

/** A strict project for browsers, which has installed React. */
const tsc = [
  path.join(packages, "typescript/bin/tsc"),
  ..."--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck".split(" "),
  ..."--target ES2022 --lib ES2022,DOM,DOM.Iterable --module NodeNext --jsx react-jsx".split(" "),
  ..."--types react player-card.tsx".split(" "),
];

const javac = "-encoding UTF-8 -Xlint:all -Werror -d classes".split(" ");

it(
  "has a React component that type-checks and first shows that it is loading",
  async () => {
    const files = {
      "player-card.tsx": recipe("player-card.tsx", base),
      "package.json": '{ "type": "module" }',
    };
    await withFiles(files, async (folder) => {
      await symlink(packages, path.join(folder, "node_modules"), "junction");
      expect(await runProgram(process.execPath, tsc, folder)).toEqual(fine);
      const file = pathToFileURL(path.join(folder, "player-card.js")).href;
      const { PlayerCard } = await import(/* @vite-ignore */ file);
      const html = renderToString(createElement(PlayerCard, { username: "Lantern_Lou" }));
      expect(html).toContain('aria-busy="true"');
    });
  },
  RUN_MS,
);

it.skipIf(!isCI && !isInstalled("javac"))(
  "has a plugin that compiles without warnings to the class that plugin.yml names",
  async () => {
    const main = /^main: (\S+)$/m.exec(recipe("plugin.yml", base))?.[1] ?? "";
    const name = main.replaceAll(".", "/");
    const files = { ...paperSources, [`${name}.java`]: recipe("WhoisPlugin.java", base) };
    await withFiles({ ...files, "classes/.keep": "" }, async (folder) => {
      expect(await runProgram("javac", [...javac, `${name}.java`], folder)).toEqual(fine);
      const compiled = await readFile(path.join(folder, "classes", `${name}.class`));
      expect(compiled.byteLength).toBeGreaterThan(0);
    });
  },
  RUN_MS,
);

/** The types of Paper and Gson that the plugin uses. */
const types: Readonly<Record<string, string>> = {
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
