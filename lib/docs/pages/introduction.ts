import { code, definePage, note, prose, section, topic } from "../page.ts";

export const quickStart = definePage("quickStart", [
  prose("intro"),
  ...topic("add-a-head", "addHead"),
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
  prose("addHeadMore"),
  ...topic("first-call", "firstCall"),
  code("http", `{base}/api?username=Lantern_Lou`, "URL"),
  prose("curlText"),
  code("bash", `curl "{base}/api?username=Lantern_Lou"`, "curl"),
  note("demoPlayer"),
  section("answer", "answer"),
  { kind: "responses", endpoint: "getProfile" },
  ...topic("reading", "reading"),
  prose("readingCode"),
  { kind: "samples", endpoint: "getProfile" },
  prose("typescriptText"),
  ...topic("next", "next"),
]);

export const conventions = definePage("conventions", [
  prose("intro"),
  ...topic("base-url", "baseUrl"),
  code("http", "{base}", "URL"),
  prose("baseUrlMore"),
  ...topic("api-key", "apiKey"),
  ...topic("methods", "methods"),
  ...topic("parameters", "parameters"),
  ...topic("responses", "responses"),
  ...topic("errors", "errors"),
  ...topic("cors", "cors"),
  ...topic("timeouts", "timeouts"),
  code("bash", `curl --max-time 10 --retry 3 "{base}/api?username=Lantern_Lou"`, "curl"),
  ...topic("bulk", "bulk"),
  ...topic("compression", "compression"),
  ...topic("sdks", "sdks"),
  ...topic("stability", "stability"),
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
  ...topic("api-key", "apiKey"),
  ...topic("commercial", "commercial"),
  ...topic("uptime", "uptime"),
]);

export const changelog = definePage("changelog", [prose("intro"), { kind: "changelog" }]);
