import { examplePlayer } from "../../contract/examples.ts";
import { code, prose, section } from "../block.ts";
import { definePage } from "../page.ts";

export const head = definePage("head", "head", [
  prose("intro"),
  { kind: "endpoint", endpoint: "getHead" },
  section("parameters", "parameters"),
  { kind: "parameters", endpoint: "getHead" },
  section("samples", "samples"),
  { kind: "samples", endpoint: "getHead" },
  section("try-it", "tryIt"),
  { kind: "tryIt", endpoint: "getHead" },
  section("answers", "answers"),
  { kind: "answers", endpoint: "getHead" },
  section("sharp", "sharp"),
  prose("sharpText"),
  code(
    "html",
    `
    <img
      src="{base}/head?username=Lantern_Lou&size=128"
      alt="Lantern_Lou"
      width="64"
      height="64"
      style="image-rendering: pixelated"
    >
    `,
    "HTML",
  ),
  section("edition", "edition"),
  prose("editionText"),
  section("unknown", "unknown"),
  prose("unknownText"),
  section("source", "source"),
  prose("sourceText"),
  section("texture", "texture"),
  prose("textureText"),
  code("http", `{base}/head?texture=${examplePlayer.skinTexture}&size=64`, "URL"),
]);
