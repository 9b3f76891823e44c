import type { SandboxPlayer } from "../player.ts";
import { creature, human } from "./wardrobe.ts";

/** The same name in both editions does not make two accounts one person. */
export const NAMESAKES: readonly SandboxPlayer[] = [
  {
    group: "Same name, two people",
    story: "PebblePenny on Java; nothing says that the Bedrock one is the same person.",
    java: {
      uuid: "bff06e3f253b416a9435c6b6539272b6",
      name: "PebblePenny",
      skin: human({
        model: "slim",
        tone: "honey",
        hair: ["curtain", "#2f2a38"],
        eyes: ["bright", "#4a6fa5"],
        marks: ["beautyMark"],
        hats: [["bow", "#d85a7a"]],
        top: ["jumper", "#7f8fb0", "#f4efe4"],
        legs: ["#454a5e", "#2e2a33"],
      }),
    },
  },
  {
    group: "Same name, two people",
    story: "PebblePenny on Bedrock, without any link.",
    bedrock: {
      xuid: "2779057459953173",
      gamertag: "PebblePenny",
      skin: creature("shark", {
        top: ["tee", "#e0663f", "#f4efe4"],
        sleeves: "short",
        legs: ["#3f6f8f", "#f4efe4"],
      }),
    },
  },
  {
    group: "Same name, two people",
    story: "MapleMax on Java; the Bedrock MapleMax is linked to somebody else.",
    java: {
      uuid: "58413b14b35d48cea372087a3d597a87",
      name: "MapleMax",
      skin: human({
        tone: "peach",
        hair: ["undercut", "#8a3f24"],
        eyes: ["stern", "#4a6a3c"],
        mouth: "flat",
        marks: ["stubble"],
        top: ["stripes", "#b8453a", "#2f2a33"],
        legs: ["#3f4f73", "#4a3528"],
      }),
    },
  },
  {
    group: "Same name, two people",
    story: "Orchard_Max on Java, who is MapleMax on Bedrock: the link proves it.",
    java: {
      uuid: "d652e54c228643c99f7c445501a6428b",
      name: "Orchard_Max",
      skin: creature("capybara", {
        top: ["dungarees", "#7a8f4a", "#f0d9a0"],
        legs: ["#7a8f4a", "#5a4030"],
      }),
    },
    bedrock: {
      xuid: "2701568658240613",
      gamertag: "MapleMax",
      skin: creature("capybara", {
        hats: [["strawHat", "#e3c06a", "#c9573f"]],
        top: ["tee", "#c9573f", "#f0d9a0"],
        sleeves: "short",
        legs: ["#7a8f4a", "#5a4030"],
      }),
      linkedTo: "d652e54c228643c99f7c445501a6428b",
    },
  },
  {
    group: "Same name, two people",
    story: 'JunipersJam on Java, who is "Pantry Raider" on Bedrock.',
    java: {
      uuid: "a9b23a5f560f4076a1f80a954f73e732",
      name: "JunipersJam",
      skin: human({
        model: "slim",
        tone: "ebony",
        hair: ["afro", "#5a2f3f"],
        eyes: ["tall", "#6b3f22"],
        mouth: "small",
        hats: [["roundGlasses", "#f0a0c0"]],
        top: ["apron", "#8c3f73", "#f5d3e0"],
        legs: ["#4b3a5c", "#33263d"],
      }),
    },
    bedrock: {
      xuid: "2710292264931562",
      gamertag: "Pantry Raider",
      skin: creature("raccoon", {
        model: "slim",
        hats: [["mask", "#8c3f73"]],
        top: ["apron", "#8c3f73", "#f5d3e0"],
        legs: ["#4b3a5c", "#33263d"],
      }),
      xuidAs: "string",
      linkedTo: "a9b23a5f560f4076a1f80a954f73e732",
    },
  },
  {
    group: "Same name, two people",
    story: "JunipersJam on Bedrock: the Java JunipersJam is linked to another Bedrock account.",
    bedrock: {
      xuid: "2707638129217999",
      gamertag: "JunipersJam",
      skin: creature("toast", {
        top: ["belly", "#9c5f31", "#e6bd83"],
        legs: ["#9c5f31", "#7a4824"],
        skin: "#9c5f31",
      }),
    },
  },
  {
    group: "Same name, two people",
    story:
      "Leaf on Bedrock is .Leaf on servers with Floodgate, and an old Java player is really .Leaf.",
    bedrock: {
      xuid: "2730011223344556",
      gamertag: "Leaf",
      skin: creature("mushroom", {
        top: ["tunic", "#5f8f4f", "#f2e7c9"],
        sleeves: "short",
        legs: ["#7a5f45", "#4f3d2f"],
      }),
    },
  },
];
