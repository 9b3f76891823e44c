import { examplePlayer } from "../../contract/examples.ts";
import { code, definePage, image, prose, subsection, topic } from "../page.ts";

/** Pictures of bodies and other views: three endpoints, and what `/head` and `/cape` can show besides. */
export const views = definePage("views", [
  prose("intro"),
  ...topic("isometric-head", "isoHead"),
  image("head", "headPicture", 128, 128),
  code("http", `{base}/head?username=${examplePlayer.javaName}&view=iso&size=128`, "URL"),

  ...topic("bust", "bust"),
  image("bust", "bustPicture", 128, 128),
  { kind: "endpoint", endpoint: "getBust" },
  subsection("bust-parameters", "bustParameters"),
  { kind: "parameters", endpoint: "getBust" },
  subsection("bust-samples", "bustSamples"),
  { kind: "samples", endpoint: "getBust" },
  subsection("bust-try-it", "bustTryIt"),
  { kind: "tryIt", endpoint: "getBust" },
  subsection("bust-answers", "bustAnswers"),
  { kind: "responses", endpoint: "getBust" },

  ...topic("body", "body"),
  image("body", "bodyPicture", 534, 192),
  { kind: "endpoint", endpoint: "getBody" },
  subsection("body-parameters", "bodyParameters"),
  { kind: "parameters", endpoint: "getBody" },
  subsection("body-samples", "bodySamples"),
  { kind: "samples", endpoint: "getBody" },
  subsection("body-try-it", "bodyTryIt"),
  { kind: "tryIt", endpoint: "getBody" },
  subsection("body-answers", "bodyAnswers"),
  { kind: "responses", endpoint: "getBody" },

  ...topic("card", "card"),
  image("card", "cardPicture", 302, 192),
  { kind: "endpoint", endpoint: "getPlayerCard" },
  subsection("card-parameters", "cardParameters"),
  { kind: "parameters", endpoint: "getPlayerCard" },
  subsection("card-samples", "cardSamples"),
  { kind: "samples", endpoint: "getPlayerCard" },
  subsection("card-try-it", "cardTryIt"),
  { kind: "tryIt", endpoint: "getPlayerCard" },
  subsection("card-answers", "cardAnswers"),
  { kind: "responses", endpoint: "getPlayerCard" },

  ...topic("capes", "capes"),
  image("cape", "capesPicture", 320, 128),
  ...topic("rules", "rules"),
  ...topic("names", "names"),
  ...topic("texture", "texture"),
  code("http", `{base}/body?texture=${examplePlayer.skinTexture}&view=iso&size=256`, "URL"),
]);
