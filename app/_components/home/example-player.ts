import { examplePlayer } from "@/lib/contract/examples.ts";
import { address } from "@/lib/contract/urls.ts";
import type { FoundPlayer } from "../lookup/known-player.ts";

/** Who is shown before anything is searched for: the player of every example. */
export const exampleFound: FoundPlayer = {
  username: examplePlayer.javaName,
  editions: ["java", "bedrock"],
  headUrl: address("/head", { username: examplePlayer.javaName, type: "java" }),
  uuid: examplePlayer.uuid,
  xuid: examplePlayer.xuid,
  hasCape: true,
};
