import { examplePlayer } from "../../contract/examples.ts";
import { code, prose, section } from "../block.ts";
import { definePage } from "../page.ts";

export const skin = definePage("skin", "skin", [
  prose("intro"),
  { kind: "endpoint", endpoint: "getSkin" },
  section("parameters", "parameters"),
  { kind: "parameters", endpoint: "getSkin" },
  section("samples", "samples"),
  { kind: "samples", endpoint: "getSkin" },
  section("try-it", "tryIt"),
  { kind: "tryIt", endpoint: "getSkin" },
  section("answers", "answers"),
  { kind: "answers", endpoint: "getSkin" },
  section("format", "format"),
  prose("formatText"),
  section("edition", "edition"),
  prose("editionText"),
  section("none", "none"),
  prose("noneText"),
  section("texture", "texture"),
  prose("textureText"),
  code("http", `{base}/skin?texture=${examplePlayer.skinTexture}`, "URL"),
]);
