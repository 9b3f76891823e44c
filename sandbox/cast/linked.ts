import type { SandboxPlayer } from "../player.ts";
import { creature, human } from "./wardrobe.ts";

const lou = human({
  tone: "peach",
  hair: ["curls", "#a8502a"],
  eyes: ["tall", "#3f7f9f"],
  mouth: "smile",
  marks: ["freckles"],
  hats: [["beanie", "#e0a437", "#fff1c4"]],
  top: ["coat", "#d9922e", "#4a3a55"],
  legs: ["#4a4f6b", "#3a2c33"],
});

/** People with an account in each edition. */
export const LINKED: readonly SandboxPlayer[] = [
  {
    group: "Both editions",
    story:
      'Both editions, linked: Lantern_Lou in one, "Lantern Lou" in the other; skins and a cape.',
    java: {
      uuid: "dfb83a479bf3469583e7bdc34c28fa4e",
      name: "Lantern_Lou",
      skin: lou,
      cape: { cloth: "#2f3a5c", trim: "#e6b04a", emblem: "lantern", ink: "#f6c75a" },
      history: {
        keys: "name",
        names: [
          { name: "LouAndTheLamp", changedAt: null },
          { name: "Lantern_Lou", changedAt: "2021-11-05T18:20:00+00:00" },
        ],
      },
    },
    bedrock: {
      xuid: "2761708961228418",
      gamertag: "Lantern Lou",
      skin: creature("lantern", {
        top: ["coat", "#d9922e", "#4a3a55"],
        legs: ["#4a4f6b", "#3a2c33"],
      }),
      linkedTo: "dfb83a479bf3469583e7bdc34c28fa4e",
    },
  },
  {
    group: "Both editions",
    story: "Both editions, linked, the very same name in each.",
    java: {
      uuid: "a72358a051ae4586bab702eab0a9eca4",
      name: "CopperKettle",
      skin: human({
        model: "slim",
        tone: "caramel",
        hair: ["ponytail", "#3a2420"],
        eyes: ["tall", "#4f8a5a"],
        mouth: "smile",
        marks: ["blush"],
        hats: [["bandana", "#c4693a", "#f3d9a8"]],
        top: ["apron", "#3f7a74", "#f0e2c8"],
        legs: ["#57465a", "#3a2a2c"],
      }),
    },
    bedrock: {
      xuid: "2703105530739881",
      gamertag: "CopperKettle",
      skin: human({
        model: "slim",
        tone: "caramel",
        hair: ["ponytail", "#3a2420"],
        eyes: ["bright", "#4f8a5a"],
        mouth: "grin",
        marks: ["blush"],
        hats: [["snorkel", "#e0693a", "#8fd8e8"]],
        top: ["stripes", "#f0e2c8", "#3f7a74"],
        sleeves: "short",
        legs: ["#3f7a74", "#c4693a"],
      }),
      xuidAs: "string",
      linkedTo: "a72358a051ae4586bab702eab0a9eca4",
    },
  },
  {
    group: "Both editions",
    story:
      'Both editions, linked, under different names: Bramble_Bard is "Sofa Dragon" on Bedrock.',
    java: {
      uuid: "b5838d5803ac4b0d93d3c5b35df08833",
      name: "Bramble_Bard",
      skin: human({
        tone: "sand",
        hair: ["long", "#7a3f5c"],
        eyes: ["tall", "#5c8a4a"],
        mouth: "smirk",
        hats: [["flowerCrown", "#4f7f45", "#b78ae0"]],
        top: ["tunic", "#5b7f4f", "#f0e6cf"],
        legs: ["#6b4f5e", "#43313a"],
      }),
    },
    bedrock: {
      xuid: "2743858903529114",
      gamertag: "Sofa Dragon",
      skin: creature("frog", {
        hats: [["crown", "#f0c040", "#d8474e"]],
        top: ["robe", "#8c3f5c", "#f0c97a"],
        legs: ["#6fb552", "#5a9440"],
      }),
      linkedTo: "b5838d5803ac4b0d93d3c5b35df08833",
    },
  },
];
