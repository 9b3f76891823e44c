import { code, definePage, note, prose, section, topic, topics } from "../page.ts";

export const quickStart = definePage("quickStart", [
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

export const conventions = definePage("conventions", [
  ...topic("baseUrl"),
  code("http", "{base}", "URL"),
  prose("baseUrlMore"),
  ...topics("apiKey", "methods", "parameters", "responses", "errors", "cors", "timeouts"),
  code("bash", `curl --max-time 10 --retry 3 "{base}/api?username=Lantern_Lou"`, "curl"),
  ...topics("bulk", "compression", "sdks", "stability"),
]);

export const faq = definePage("faq", [
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

export const changelog = definePage("changelog", [{ kind: "changelog" }]);
