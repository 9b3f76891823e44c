import type { SandboxPlayer } from "../player.ts";
import { creature } from "./wardrobe.ts";

/** Links that are more, or less, than one account each. */
export const LINKED_ODDLY: readonly SandboxPlayer[] = [
  {
    group: "Both editions",
    story: "One Java account with two Bedrock accounts linked to it: Geyser answers with both.",
    java: {
      uuid: "8e47df4bf16e4a4188e68677d0c95b34",
      name: "Twice_Told",
      skin: creature("cat", {
        top: ["waistcoat", "#394a6b", "#f1ead8"],
        legs: ["#3d3a4a", "#2b2833"],
      }),
    },
    bedrock: {
      xuid: "2743386288261027",
      gamertag: "First Telling",
      skin: null,
      linkedTo: "8e47df4bf16e4a4188e68677d0c95b34",
    },
  },
  {
    group: "Both editions",
    story: "The second Bedrock account of Twice_Told.",
    bedrock: {
      xuid: "2798035820366376",
      gamertag: "Second Telling",
      skin: null,
      linkedTo: "8e47df4bf16e4a4188e68677d0c95b34",
    },
  },
  {
    group: "Both editions",
    story: "Linked, but the Bedrock side is unknown to the name cache: only the link tells.",
    java: {
      uuid: "ed15f53e107240ed98f14f04f26bbca0",
      name: "Hedge_Hattie",
      skin: creature("rabbit", {
        model: "slim",
        hats: [["bow", "#5b8fc9"]],
        top: ["dungarees", "#6f8fc0", "#fbead0"],
        legs: ["#6f8fc0", "#7a5238"],
      }),
    },
    bedrock: {
      xuid: "2745544342550360",
      gamertag: "Hattie Hedge",
      skin: null,
      knownToGeyser: false,
      linkedTo: "ed15f53e107240ed98f14f04f26bbca0",
    },
  },
];
