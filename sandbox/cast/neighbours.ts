import type { SandboxPlayer } from "../player.ts";
import { human } from "./wardrobe.ts";

/** More Java players, for lists, charts and company. */
export const NEIGHBOURS: readonly SandboxPlayer[] = [
  {
    group: "Everyday",
    story: "A miner with a lamp and a beard on the hat layer.",
    java: {
      uuid: "76ae0705a7b9452da56703b7ebf0307f",
      name: "Barnaby_Blocks",
      skin: human({
        tone: "peach",
        hair: ["short", "#8a4a2a"],
        eyes: ["dot", "#3f6fa0"],
        mouth: "flat",
        hats: [
          ["beard", "#8a4a2a"],
          ["minerHelmet", "#e0a93a", "#fff2b8"],
        ],
        top: ["apron", "#7a5a3f", "#c94f3d"],
        legs: ["#4d5a73", "#3b2d28"],
      }),
    },
  },
  {
    group: "Everyday",
    story: "A wizard whose beard and hat fill the hat layer.",
    java: {
      uuid: "be5a7cba71ba41a8a3c748254a50e743",
      name: "Old_Marrow",
      skin: human({
        tone: "peach",
        hair: ["long", "#d5d8dd"],
        eyes: ["dot", "#3f6fa0"],
        mouth: "flat",
        brows: "#e8eaee",
        hats: [
          ["longBeard", "#e4e6ea"],
          ["wizardHat", "#4b3a86", "#e0b84e"],
        ],
        top: ["robe", "#4b3a86", "#e0b84e"],
        legs: ["#3c2f6b", "#2c2238"],
      }),
      cape: { cloth: "#2f2560", trim: "#e0b84e", emblem: "moon", ink: "#f3e7b0" },
    },
  },
  {
    group: "Everyday",
    story: "Ear flaps, goggles and a scarf on the jacket layer.",
    java: {
      uuid: "e191dd688f9948cd9a358ab2a8432a71",
      name: "PicklePilot",
      skin: human({
        tone: "honey",
        hair: ["short", "#3a2a24"],
        eyes: ["wink", "#6a8f3c"],
        mouth: "grin",
        hats: [
          ["earFlaps", "#7a4f33", "#efe0c2"],
          ["goggles", "#5a3a28", "#ffd56b"],
        ],
        top: ["coat", "#7d8f4b", "#efe0c2"],
        legs: ["#5a5140", "#3a2a22"],
        scarf: "#f2ede2",
      }),
    },
  },
  {
    group: "Everyday",
    story: "A headscarf, and eyes in gold.",
    java: {
      uuid: "7472059a54384b7b9cb9a8b567a3ced4",
      name: "Saffron_Sky",
      skin: human({
        model: "slim",
        tone: "cocoa",
        hair: ["curls", "#241a1f"],
        eyes: ["bright", "#c98a2e"],
        mouth: "smile",
        hats: [["bandana", "#e59a2f", "#fff0c9"]],
        top: ["robe", "#2f8f9d", "#f4c65a"],
        legs: ["#274a63", "#c98a2e"],
      }),
    },
  },
  {
    group: "Everyday",
    story: "A mohawk: hair on the top and back of the head only.",
    java: {
      uuid: "045cca31a233489994c9485fa3b8e446",
      name: "ZapZucchini",
      skin: human({
        tone: "sand",
        hair: ["mohawk", "#58c46a"],
        eyes: ["sly", "#8c4fb5"],
        mouth: "smirk",
        brows: "#3a2f3a",
        marks: ["scar"],
        top: ["emblem", "#2f2d38", "#58c46a"],
        sleeves: "none",
        legs: ["#44506b", "#23212b"],
      }),
    },
  },
  {
    group: "Everyday",
    story: "An astronaut behind see-through glass.",
    java: {
      uuid: "4b063869a22d4d4c8d594a842b4a5326",
      name: "OrbitOpal",
      skin: human({
        model: "slim",
        tone: "caramel",
        hair: ["short", "#2b1d22"],
        eyes: ["bright", "#7a4a24"],
        mouth: "grin",
        hats: [["astronaut", "#eef1f4", "#6fb7d8"]],
        top: ["panel", "#eef1f4", "#e06a4a"],
        legs: ["#dfe3e8", "#8b93a0"],
      }),
    },
  },
  {
    group: "Everyday",
    story: "A baker, hat and moustache.",
    java: {
      uuid: "c8ad5937949846678b79ad848008ef4f",
      name: "Crumbs_And_Co",
      skin: human({
        tone: "honey",
        hair: ["curtain", "#4a3026"],
        eyes: ["tall", "#4a6a3f"],
        mouth: "flat",
        marks: ["blush"],
        hats: [
          ["chefHat", "#fbf8f2"],
          ["moustache", "#4a3026"],
        ],
        top: ["apron", "#fbf8f2", "#d9776a"],
        legs: ["#5b5f73", "#3a2f33"],
      }),
    },
  },
];
