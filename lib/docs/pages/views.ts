import { examplePlayer } from "../../contract/examples.ts";
import type { EndpointId } from "../../routes/index.ts";
import { code, definePage, topic, topics, type Block } from "../page.ts";
import { endpointSubsections } from "./reference.ts";

type Size = readonly [width: number, height: number];

/** An image in its own size. */
function image<Key extends string>(file: string, text: Key, [width, height]: Size): Block<Key> {
  return { kind: "image", file, text, width, height };
}

/** A view with an endpoint of its own. */
function view<Name extends string>(endpoint: EndpointId, name: Name, size: Size) {
  return [
    ...topic(name, name),
    image(name, `${name}Picture` as const, size),
    ...endpointSubsections(endpoint, name, ["parameters", "samples", "tryIt", "answers"]),
  ];
}

/** Images of bodies and other views: three endpoints, and what `/head` and `/cape` can show besides. */
export const views = definePage("views", [
  ...topic("isoHead", "isometric-head"),
  image("head", "headPicture", [128, 128]),
  code("http", `{base}/head?username=${examplePlayer.javaName}&view=iso&size=128`, "URL"),

  ...view("getBust", "bust", [128, 128]),
  ...view("getBody", "body", [534, 192]),
  ...view("getPlayerCard", "card", [302, 192]),
  ...topic("capes"),
  image("cape", "capesPicture", [320, 128]),
  ...topics("rules", "names", "texture"),
  code("http", `{base}/body?texture=${examplePlayer.skinTexture}&view=iso&size=256`, "URL"),
]);
