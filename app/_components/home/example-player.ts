import { examplePlayer } from "@/lib/contract/examples.ts";
import { address } from "@/lib/contract/urls.ts";
import type { FoundPlayer } from "../lookup/known-player.ts";

/** The player who is shown before anything is searched for, and in every example. */
export const exampleFound: FoundPlayer = {
  username: examplePlayer.javaName,
  editions: ["java", "bedrock"],
  headUrl: address("/head", { username: examplePlayer.javaName, type: "java" }),
  uuid: examplePlayer.uuid,
  xuid: examplePlayer.xuid,
  hasCape: true,
};
