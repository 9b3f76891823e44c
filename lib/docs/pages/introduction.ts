import { code, definePage, note, prose, section, topic } from "../page.ts";

export const quickStart = definePage("quickStart", [
  prose("intro"),
  ...topic("first-call", "firstCall"),
  code("http", `{base}/api?username=Lantern_Lou`, "URL"),
  prose("curlText"),
  code("bash", `curl "{base}/api?username=Lantern_Lou"`, "curl"),
  prose("imageText"),
  code(
    "html",
    `<img src="{base}/head?username=Lantern_Lou&size=64" alt="Lantern_Lou" width="64" height="64">`,
    "HTML",
  ),
  note("demoPlayer"),
  section("answer", "answer"),
  { kind: "responses", endpoint: "getProfile" },
  ...topic("reading", "reading"),
  prose("readingCode"),
  { kind: "samples", endpoint: "getProfile" },
  prose("typescriptText"),
  ...topic("next", "next"),
]);

export const faq = definePage("faq", [
  prose("intro"),
  ...topic("default-head", "defaultHead"),
  ...topic("old-skin", "oldSkin"),
  ...topic("not-found-or-bad-gateway", "notFound"),
  ...topic("renamed", "renamed"),
  ...topic("name-history", "nameHistory"),
  ...topic("bedrock", "bedrock"),
  ...topic("underscore", "underscore"),
  ...topic("same-name", "sameName"),
  ...topic("offline-servers", "offlineServers"),
  ...topic("capes", "capes"),
  ...topic("bodies", "bodies"),
  ...topic("discord", "discord"),
  ...topic("limits", "limits"),
  ...topic("batch", "batch"),
  ...topic("commercial", "commercial"),
  ...topic("uptime", "uptime"),
]);

export const changelog = definePage("changelog", [prose("intro"), { kind: "changelog" }]);
