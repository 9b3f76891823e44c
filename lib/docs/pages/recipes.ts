import { code, note, prose, section } from "../block.ts";
import { definePage } from "../page.ts";
import { browserLookup } from "../recipes/browser-lookup.ts";
import { discordBot } from "../recipes/discord-bot.ts";
import { headImage, headImageWithFallback } from "../recipes/head-image.ts";
import { reactPlayerCard } from "../recipes/react-player-card.ts";
import { serverPlugin, serverPluginDescription } from "../recipes/server-plugin.ts";
import { headInExcel, headInSheets, playerFunction, uuidInExcel } from "../recipes/spreadsheet.ts";

export const recipes = definePage("recipes", "recipes", [
  prose("intro"),

  section("html", "html"),
  prose("htmlText"),
  code("html", headImage, "head.html"),
  prose("htmlFallback"),
  code("html", headImageWithFallback, "head-with-fallback.html"),

  section("browser", "browser"),
  prose("browserText"),
  code("javascript", browserLookup, "lookup.mjs"),
  prose("browserRules"),

  section("react", "react"),
  prose("reactText"),
  code("tsx", reactPlayerCard, "player-card.tsx"),

  section("discord", "discord"),
  prose("discordText"),
  code("javascript", discordBot, "bot.mjs"),
  code("bash", "npm install discord.js\nDISCORD_TOKEN=… node bot.mjs"),
  prose("discordPictures"),

  section("plugin", "plugin"),
  prose("pluginText"),
  code("java", serverPlugin, "WhoisPlugin.java"),
  code("yaml", serverPluginDescription, "plugin.yml"),
  note("pluginOffline"),

  section("spreadsheet", "spreadsheet"),
  prose("spreadsheetText"),
  code("ini", headInSheets, "Google Sheets"),
  prose("spreadsheetScript"),
  code("javascript", playerFunction, "Code.gs"),
  prose("spreadsheetExcel"),
  code("ini", headInExcel, "Excel"),
  prose("spreadsheetExcelData"),
  code("ini", uuidInExcel, "Excel for Windows"),

  section("moving", "moving"),
  prose("movingText"),
  prose("movingTable"),
  prose("movingDifferences"),
  code(
    "yaml",
    'AvatarUrl: "{base}/head?uuid={uuid-nodashes}&size={size}&default=auto#{texture}"',
    "DiscordSRV",
  ),
]);
