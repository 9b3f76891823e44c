import type { SandboxPlayer } from "../player.ts";
import { creature, human } from "./wardrobe.ts";

/** Bedrock players whom Geyser knows. */
export const BEDROCK: readonly SandboxPlayer[] = [
  {
    group: "Bedrock only",
    story: "Bedrock only, with a space in the gamertag; Geyser gives the XUID as a number.",
    bedrock: {
      xuid: "2796662987455236",
      gamertag: "Mossy Minnow",
      skin: creature("axolotl", {
        model: "slim",
        top: ["tunic", "#6f9a6a", "#f2e7c9"],
        sleeves: "short",
        legs: ["#4f7a6a", "#d8618b"],
      }),
      xuidAs: "number",
    },
  },
  {
    group: "Bedrock only",
    story: "Bedrock only, classic arms; Geyser gives the XUID as a string.",
    bedrock: {
      xuid: "2795547686368440",
      gamertag: "Toast Troubador",
      skin: creature("toast", {
        hats: [["beanie", "#4f7fb8", "#f2efe6"]],
        top: ["jumper", "#4f7fb8", "#f2efe6"],
        legs: ["#5d4a3f", "#3d2f2a"],
      }),
      xuidAs: "string",
    },
  },
  {
    group: "Bedrock only",
    story: "A gamertag of the newer kind: Biscuit#4821, which the game shows as Biscuit4821.",
    bedrock: {
      xuid: "2794701194876386",
      gamertag: "Biscuit4821",
      modern: { tag: "Biscuit", suffix: "4821" },
      skin: human({
        tone: "sand",
        hair: ["spiky", "#e6c65a"],
        eyes: ["bright", "#3f8fc0"],
        mouth: "tongue",
        marks: ["blush"],
        top: ["emblem", "#e8dcc8", "#d8585f"],
        sleeves: "short",
        legs: ["#5a7fb0", "#f2ede2"],
      }),
    },
  },
  {
    group: "Bedrock only",
    story: "A gamertag in Cyrillic, with a space.",
    bedrock: {
      xuid: "2728308706693640",
      gamertag: "Мшистый Пень",
      modern: { tag: "Мшистый Пень", suffix: "" },
      skin: human({
        tone: "peach",
        hair: ["short", "#5f7a3f"],
        eyes: ["tall", "#6b4a2a"],
        mouth: "flat",
        hats: [["longBeard", "#6f8f4a"]],
        top: ["robe", "#6b4f38", "#8fae5a"],
        legs: ["#574030", "#3d2c22"],
      }),
    },
  },
  {
    group: "Bedrock only",
    story: "A gamertag in Japanese.",
    bedrock: {
      xuid: "2762506508023052",
      gamertag: "苔むす狐",
      modern: { tag: "苔むす狐", suffix: "" },
      skin: creature("fox", {
        hats: [["flowerCrown", "#6f9f4f", "#f4f0e4"]],
        top: ["robe", "#f4efe6", "#c8383c"],
        legs: ["#c8383c", "#4a2c33"],
      }),
    },
  },
  {
    group: "Bedrock only",
    story: "A see-through hat layer all around the head.",
    bedrock: {
      xuid: "2790695075997540",
      gamertag: "Jelly Jar",
      skin: creature("jelly", {
        top: ["belly", "#8fd0c8", "#c9f2e6"],
        legs: ["#6fb5b8", "#4f8f9a"],
      }),
    },
  },
  {
    group: "Bedrock only",
    story: "Known to Geyser, but no skin was ever stored: the default for the Floodgate UUID.",
    bedrock: { xuid: "2708613595823391", gamertag: "Plain Plum", skin: null },
  },
  {
    group: "Bedrock only",
    story: "Another without a stored skin, and another default.",
    bedrock: { xuid: "2799151923013283", gamertag: "SnugSlug", skin: null, xuidAs: "string" },
  },
  {
    group: "Bedrock only",
    story: "The longest classic gamertag: fifteen characters.",
    bedrock: {
      xuid: "2769559794876023",
      gamertag: "Fifteen Letters",
      skin: human({
        tone: "cocoa",
        hair: ["braids", "#2c2026"],
        eyes: ["round", "#5a3a22"],
        mouth: "smile",
        hats: [["headphones", "#4a4f5c", "#6fd0a8"]],
        top: ["hoodie", "#3f8f7a", "#f0f4e6"],
        legs: ["#33384a", "#e9ecef"],
      }),
    },
  },
  {
    group: "Bedrock only",
    story: "The lowest XUID there is, and the shortest gamertag.",
    bedrock: {
      xuid: "2533274790395904",
      gamertag: "O",
      skin: creature("ghost", {
        top: ["belly", "#eef0f6", "#dfe3ef"],
        legs: ["#dfe3ef", "#c8cfe4"],
      }),
    },
  },
  {
    group: "Bedrock only",
    story: "The highest XUID there is.",
    bedrock: {
      xuid: "2814749767106559",
      gamertag: "Last In Line",
      skin: creature("cactus", {
        top: ["emblem", "#5e9a4c", "#ec6f9f"],
        sleeves: "none",
        legs: ["#4d8340", "#b5653f"],
      }),
    },
  },
];
