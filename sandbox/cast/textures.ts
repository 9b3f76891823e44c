import type { SandboxPlayer } from "../player.ts";
import { human } from "./wardrobe.ts";

/** Players whose skin file is out of the ordinary. */
export const TEXTURES: readonly SandboxPlayer[] = [
  {
    group: "Texture files",
    story: "A skin from before 2014: 64×32, left limbs are the right ones mirrored.",
    java: {
      uuid: "d1a8bab3d5734ddd8576d7c66ead263a",
      name: "Gramps_Gravel",
      skin: human({
        tone: "peach",
        hair: ["bald", "#d9dce2"],
        eyes: ["tall", "#4a6f9f"],
        mouth: "flat",
        brows: "#e4e6ea",
        hats: [
          ["roundGlasses", "#8a6a4a"],
          ["moustache", "#e4e6ea"],
        ],
        top: ["waistcoat", "#7a5a45", "#e6e0d0"],
        legs: ["#5f6470", "#3d332f"],
        file: "legacy",
      }),
    },
  },
  {
    group: "Texture files",
    story: "A 64×32 skin without any transparency: the game throws such a hat layer away.",
    java: {
      uuid: "e29dd29d52554154baaaea2602670ddf",
      name: "Opaque_Otto",
      skin: human({
        tone: "sand",
        hair: ["swept", "#6b3f2a"],
        eyes: ["tall", "#4a7a9f"],
        mouth: "smile",
        top: ["stripes", "#e8e2d4", "#3f6fa0"],
        legs: ["#3f4f73", "#33282a"],
        file: "legacyOpaque",
      }),
    },
  },
  {
    group: "Texture files",
    story: "A PNG with a palette instead of plain colours.",
    java: {
      uuid: "26a4c1cc785d4786a0cf039e45a7635c",
      name: "Palette_Pat",
      skin: human({
        tone: "caramel",
        hair: ["bob", "#e86f8f"],
        eyes: ["round", "#3f8f9f"],
        mouth: "open",
        marks: ["blush"],
        hats: [["cap", "#f2efe6", "#4fb0c0"]],
        top: ["apron", "#f2efe6", "#f0b93f"],
        legs: ["#4f5f8f", "#e86f8f"],
        file: "palette",
      }),
    },
  },
  {
    group: "Texture files",
    story: "A PNG without an alpha channel: the outer layers repeat what lies below them.",
    java: {
      uuid: "e8806a26f12f4ad48352328e47faeef9",
      name: "Solid_Sol",
      skin: human({
        tone: "umber",
        hair: ["short", "#2b2228"],
        eyes: ["tall", "#8a5a2a"],
        mouth: "grin",
        top: ["emblem", "#f0b63f", "#e0603f"],
        sleeves: "short",
        legs: ["#44506b", "#2b2833"],
        file: "rgb",
      }),
    },
  },
  {
    group: "Texture files",
    story: "The texture hash starts with a zero, so its address has fewer than 64 digits.",
    java: {
      uuid: "06b9d08d07644b7ab6a6098efce1cbe8",
      name: "ShortHash_Shea",
      skin: human({
        model: "slim",
        tone: "porcelain",
        hair: ["undercut", "#4f9fc0"],
        eyes: ["sly", "#4f9fc0"],
        mouth: "smirk",
        brows: "#3a4a5a",
        top: ["hoodie", "#2f3a4a", "#6fd0e0"],
        legs: ["#4a4f5c", "#dfe6ea"],
        file: "shortHash",
      }),
    },
  },
  {
    group: "Texture files",
    story: "A see-through beekeeping veil on a Java skin.",
    java: {
      uuid: "2745e44559cf42cb8344dd9d06c029a6",
      name: "Beekeeper_Bo",
      skin: human({
        tone: "honey",
        hair: ["curls", "#5a3522"],
        eyes: ["tall", "#4a6f3c"],
        mouth: "smile",
        hats: [["veil", "#e8cf8a", "#6b4f35"]],
        top: ["coat", "#efe8d6", "#d99a2e"],
        legs: ["#efe8d6", "#6b4f35"],
      }),
    },
  },
  {
    group: "Texture files",
    story: "A Bedrock skin of 128×128 pixels.",
    bedrock: {
      xuid: "2741874249536755",
      gamertag: "Hi Res Hattie",
      skin: human({
        tone: "honey",
        hair: ["long", "#d98fb0"],
        eyes: ["bright", "#5a8fd0"],
        mouth: "smile",
        marks: ["blush"],
        hats: [["crown", "#f0c860", "#6fb0e0"]],
        top: ["robe", "#f4e6ee", "#d98fb0"],
        legs: ["#b06f90", "#f0c860"],
        file: "doubled",
      }),
    },
  },
];
