import { examplePlayer } from "../../contract/examples.ts";
import { code, prose, section } from "../block.ts";
import { definePage } from "../page.ts";

export const cape = definePage("cape", "cape", [
  prose("intro"),
  { kind: "endpoint", endpoint: "getCape" },
  section("parameters", "parameters"),
  { kind: "parameters", endpoint: "getCape" },
  section("samples", "samples"),
  { kind: "samples", endpoint: "getCape" },
  section("try-it", "tryIt"),
  { kind: "tryIt", endpoint: "getCape" },
  section("answers", "answers"),
  { kind: "answers", endpoint: "getCape" },
  section("none", "none"),
  prose("noneText"),
  section("bedrock", "bedrock"),
  prose("bedrockText"),
  section("failing", "failing"),
  prose("failingText"),
  section("texture", "texture"),
  prose("textureText"),
  code("http", `{base}/cape?texture=${examplePlayer.capeTexture}`, "URL"),
]);
