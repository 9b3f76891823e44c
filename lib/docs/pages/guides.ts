import { code, definePage, note, prose, section, topic } from "../page.ts";
import {
  browserLookup,
  headImage,
  headImageWithFallback,
  headInExcel,
  headInSheets,
  playerFunction,
  reactPlayerCard,
  uuidInExcel,
} from "../recipes/web.ts";
import { discordBot } from "../recipes/discord-bot.ts";
import { serverPlugin, serverPluginDescription } from "../recipes/server-plugin.ts";

export const identifiers = definePage("identifiers", [
  prose("intro"),
  ...topic("forms", "forms"),
  prose("formsRules"),
  ...topic("names", "names"),
  ...topic("uuid", "uuid"),
  ...topic("gamertags", "gamertags"),
  ...topic("dot", "dot"),
  ...topic("xuid", "xuid"),
  ...topic("xuid-string", "xuidString"),
  ...topic("floodgate", "floodgate"),
  code(
    "javascript",
    `
    const xuid = "2761708961228418";
    const uuid = BigInt(xuid).toString(16).padStart(32, "0");
    console.log(uuid); // 00000000000000000009cfc2799b6682
    console.log(BigInt("0x" + uuid).toString()); // 2761708961228418
    `,
    "JavaScript",
  ),
  prose("floodgateJava"),
  code(
    "java",
    `
    import java.util.UUID;

    public class Floodgate {
      public static void main(String[] arguments) {
        UUID uuid = new UUID(0, Long.parseLong("2761708961228418"));
        System.out.println(uuid); // 00000000-0000-0000-0009-cfc2799b6682
        System.out.println(uuid.getLeastSignificantBits()); // 2761708961228418
      }
    }
    `,
    "Java",
  ),
  ...topic("links", "links"),
  ...topic("namesakes", "namesakes"),
  ...topic("different-names", "differ"),
]);

export const caching = definePage("caching", [
  prose("intro"),
  ...topic("freshness", "freshness"),
  ...topic("body", "body"),
  ...topic("headers", "headers"),
  { kind: "headers" },
  ...topic("etag", "etag"),
  code(
    "bash",
    `
    curl --etag-save etag.txt -o profile.json "{base}/api?username=Lantern_Lou"
    curl --etag-compare etag.txt -o profile.json "{base}/api?username=Lantern_Lou"
    `,
    "curl",
  ),
  ...topic("known", "known"),
  code(
    "bash",
    `curl -i -H "Cache-Control: only-if-cached" "{base}/api?username=Lantern_Lou"`,
    "curl",
  ),
  ...topic("stale", "stale"),
  ...topic("cdn", "cdn"),
  prose("cdnMore"),
  ...topic("textures", "textures"),
  { kind: "example", endpoint: "anywhere", example: "texture" },
]);

export const rateLimits = definePage("rateLimits", [
  prose("intro"),
  ...topic("lookups", "lookups"),
  ...topic("refresh", "refresh"),
  prose("refreshPictures"),
  ...topic("answer", "answer"),
  { kind: "example", endpoint: "getProfile", example: "RATE_LIMITED" },
  prose("answerAfter"),
  ...topic("clients", "clients"),
  ...topic("manners", "manners"),
]);

export const recipes = definePage("recipes", [
  prose("intro"),

  ...topic("html", "html"),
  code("html", headImage, "head.html"),
  prose("htmlFallback"),
  code("html", headImageWithFallback, "head-with-fallback.html"),

  ...topic("browser", "browser"),
  code("javascript", browserLookup, "lookup.mjs"),
  prose("browserRules"),

  ...topic("react", "react"),
  code("tsx", reactPlayerCard, "player-card.tsx"),

  ...topic("discord", "discord"),
  code("javascript", discordBot, "bot.mjs"),
  code("bash", "npm install discord.js\nDISCORD_TOKEN=… node bot.mjs"),
  prose("discordPictures"),

  ...topic("plugin", "plugin"),
  code("java", serverPlugin, "WhoisPlugin.java"),
  code("yaml", serverPluginDescription, "plugin.yml"),
  note("pluginOffline"),

  ...topic("spreadsheet", "spreadsheet"),
  code("ini", headInSheets, "Google Sheets"),
  prose("spreadsheetScript"),
  code("javascript", playerFunction, "Code.gs"),
  prose("spreadsheetExcel"),
  code("ini", headInExcel, "Excel"),
  prose("spreadsheetExcelData"),
  code("ini", uuidInExcel, "Excel for Windows"),

  ...topic("moving", "moving"),
  code(
    "yaml",
    'AvatarUrl: "{base}/head?uuid={uuid-nodashes}&size={size}&default=auto#{texture}"',
    "DiscordSRV",
  ),
]);

/** How to move here from another service for heads, skins and profiles. */
export const compat = definePage("compat", [
  prose("intro"),
  ...topic("programs", "programs"),
  { kind: "clients", columns: ["program", "address"] },
  ...topic("json", "json"),
  ...topic("fixed", "fixed"),
  code("bash", "COMPAT_HOSTS=api.ashcon.app=ashcon,playerdb.co=playerdb"),
  ...topic("hosts", "hosts"),
  code(
    "bash",
    "COMPAT_HOSTS=heads.example.org=crafthead,avatars.example.org=mc-heads",
    "COMPAT_HOSTS",
  ),
  code("bash", "COMPAT_ROOT=crafatar", "COMPAT_ROOT"),
  ...topic("differences", "differences"),
  section("addresses", "addresses"),
  { kind: "schemes", columns: ["old", "here", "native"] },
]);
