import { code, note, prose, section } from "../block.ts";
import { definePage } from "../page.ts";

export const quickStart = definePage("quickStart", "", [
  prose("intro"),
  section("first-call", "firstCall"),
  prose("firstCallText"),
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
  { kind: "answers", endpoint: "getProfile" },
  section("reading", "reading"),
  prose("readingText"),
  prose("readingCode"),
  { kind: "samples", endpoint: "getProfile" },
  prose("typescriptText"),
  section("next", "next"),
  prose("nextText"),
]);
