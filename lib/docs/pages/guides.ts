import { galleries } from "../gallery.ts";
import { code, definePage, note, prose, section, topic, topics } from "../page.ts";
import * as recipe from "../recipes/recipes.ts";

const quickStart = definePage("quickStart", [
  ...topic("addHead", "add-a-head"),
  code(
    "html",
    `
    <img
      src="{base}/head?username=Lantern_Lou&size=64"
      alt="Lantern_Lou"
      width="64"
      height="64"
    >
    `,
    "HTML",
  ),
  { kind: "gallery", tiles: galleries.head.slice(0, 3) },
  prose("addHeadMore"),
  ...topic("firstCall"),
  code("http", `{base}/api?username=Lantern_Lou`, "URL"),
  prose("curlText"),
  code("bash", `curl "{base}/api?username=Lantern_Lou"`, "curl"),
  note("demoPlayer"),
  section("answer"),
  { kind: "responses", endpoint: "getProfile" },
  ...topic("reading"),
  prose("readingCode"),
  { kind: "samples", endpoint: "getProfile" },
  prose("typescriptText"),
  ...topic("next"),
]);

const conventions = definePage("conventions", [
  ...topic("baseUrl"),
  code("http", "{base}", "URL"),
  prose("baseUrlMore"),
  ...topics("apiKey", "methods", "parameters", "responses", "errors", "cors", "timeouts"),
  code("bash", `curl --max-time 10 --retry 3 "{base}/api?username=Lantern_Lou"`, "curl"),
  ...topics("bulk", "compression", "sdks", "stability"),
]);

/** What matters when a site depends on the images. */
const yourSite = definePage("yourSite", [
  ...topics("hotlinking", "fairUse"),
  ...topic("nextImage"),
  code("tsx", recipe.nextImage, "head.tsx"),
  prose("nextImageMore"),
  code("javascript", recipe.nextConfiguration, "next.config.js"),
  ...topic("policy"),
  code("http", "Content-Security-Policy: img-src 'self' {base}; connect-src 'self' {base}", "HTTP"),
  ...topic("discord"),
  code("json", recipe.discordWebhook, "JSON"),
  ...topics("proxies", "caching", "alt", "many"),
  ...topic("dense"),
  code("html", recipe.headImage, "HTML"),
  ...topic("skins"),
  code("javascript", recipe.skinViewer, "skinview3d"),
  prose("skinsMore"),
  code("json", recipe.skinLoader, "CustomSkinLoader.json"),
  ...topic("replace"),
]);

const identifiers = definePage("identifiers", [
  ...topic("forms"),
  prose("formsRules"),
  ...topics("names", "uuid", "offline", "gamertags", "dot", "xuid", "xuidString", "floodgate"),
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
  ...topics("links", "namesakes"),
  ...topic("differ", "different-names"),
]);

const caching = definePage("caching", [
  ...topics("freshness", "body", "headers"),
  { kind: "headers" },
  ...topic("etag"),
  code(
    "bash",
    `
    curl --etag-save etag.txt -o profile.json "{base}/api?username=Lantern_Lou"
    curl --etag-compare etag.txt -o profile.json "{base}/api?username=Lantern_Lou"
    `,
    "curl",
  ),
  ...topic("known"),
  code(
    "bash",
    `curl -i -H "Cache-Control: only-if-cached" "{base}/api?username=Lantern_Lou"`,
    "curl",
  ),
  ...topics("stale", "cdn"),
  prose("cdnMore"),
  ...topic("textures"),
  { kind: "example", endpoint: "anywhere", example: "texture" },
]);

const rateLimits = definePage("rateLimits", [
  ...topics("lookups", "refresh"),
  prose("refreshPictures"),
  ...topic("answer"),
  { kind: "example", endpoint: "getProfile", example: "RATE_LIMITED" },
  prose("answerAfter"),
  ...topics("proxy", "clients", "manners"),
]);

const recipes = definePage("recipes", [
  ...topic("html"),
  code("html", recipe.headImage, "head.html"),
  prose("htmlFallback"),
  code("html", recipe.headImageWithFallback, "head-with-fallback.html"),

  ...topic("browser"),
  code("javascript", recipe.browserLookup, "lookup.mjs"),
  prose("browserRules"),

  ...topic("react"),
  code("tsx", recipe.reactPlayerCard, "player-card.tsx"),

  ...topic("discord"),
  code("javascript", recipe.discordBot, "bot.mjs"),
  code("bash", "npm install discord.js\nDISCORD_TOKEN=… node bot.mjs"),
  prose("discordPictures"),

  ...topic("plugin"),
  code("java", recipe.serverPlugin, "WhoisPlugin.java"),
  code("yaml", recipe.serverPluginDescription, "plugin.yml"),
  note("pluginOffline"),

  ...topic("spreadsheet"),
  code("ini", recipe.headInSheets, "Google Sheets"),
  prose("spreadsheetScript"),
  code("javascript", recipe.playerFunction, "Code.gs"),
  prose("spreadsheetExcel"),
  code("ini", recipe.headInExcel, "Excel"),
  prose("spreadsheetExcelData"),
  code("ini", recipe.uuidInExcel, "Excel for Windows"),

  ...topic("moving"),
  code(
    "yaml",
    'AvatarUrl: "{base}/head?uuid={uuid-nodashes}&size={size}&default=auto#{texture}"',
    "DiscordSRV",
  ),
]);

/** How to move here from another service for heads, skins and profiles. */
const compat = definePage("compat", [
  ...topic("programs"),
  { kind: "clients", columns: ["program", "address"] },
  ...topics("json", "fixed"),
  code("bash", "COMPAT_HOSTS=api.ashcon.app=ashcon,playerdb.co=playerdb"),
  ...topic("hosts"),
  code(
    "bash",
    "COMPAT_HOSTS=heads.example.org=crafthead,avatars.example.org=mc-heads",
    "COMPAT_HOSTS",
  ),
  code("bash", "COMPAT_ROOT=crafatar", "COMPAT_ROOT"),
  ...topic("differences"),
  section("addresses"),
  prose("addressesText"),
  {
    kind: "schemes",
    columns: ["here", "native", "compared"],
    words: {
      same: "same",
      drawing: "drawing",
      pose: "pose",
      fields: "fields",
      fewer: "fewer",
      format: "otherFormat",
      unprocessed: "unprocessed",
      added: "added",
      cameras: "cameras",
      models: "models",
      uploads: "uploads",
      blocked: "blocked",
      games: "games",
      private: "private",
      nothing: "nothing",
    },
  },
]);

const faq = definePage("faq", [
  ...topics("defaultHead", "oldSkin"),
  ...topic("notFound", "not-found-or-bad-gateway"),
  ...topics(
    "renamed",
    "nameHistory",
    "bedrock",
    "underscore",
    "sameName",
    "offlineServers",
    "capes",
    "bodies",
    "discord",
    "limits",
    "batch",
    "apiKey",
    "commercial",
    "uptime",
  ),
]);

const changelog = definePage("changelog", [{ kind: "changelog" }]);

export const start = [quickStart, conventions];
export const guides = [yourSite, identifiers, caching, rateLimits, recipes, compat];
export const more = [faq, changelog];
