import type { SandboxPlayer } from "../player.ts";
import { human } from "./wardrobe.ts";

/** Java players without complications. */
export const EVERYDAY: readonly SandboxPlayer[] = [
  {
    group: "Everyday",
    story: "Java only, slim arms, goggles on the hat layer: the plainest lookup there is.",
    java: {
      uuid: "a9a041d770424d1bbe1e5c603300460c",
      name: "Tinker_Tess",
      skin: human({
        model: "slim",
        tone: "peach",
        hair: ["bob", "#b5532c"],
        eyes: ["tall", "#3f8f6b"],
        mouth: "grin",
        marks: ["freckles"],
        hats: [["goggles", "#8a5a34", "#7fd3e0"]],
        top: ["dungarees", "#4a6fa5", "#f2d06b"],
        legs: ["#4a6fa5", "#6b4530"],
      }),
    },
  },
  {
    group: "Everyday",
    story: "Java only, classic arms, with a cape.",
    java: {
      uuid: "6790b5f6bb61410a972998f020e6cc42",
      name: "QuietQuill",
      skin: human({
        tone: "umber",
        hair: ["afro", "#2a2029"],
        eyes: ["bright", "#7a4f2a"],
        mouth: "small",
        hats: [["roundGlasses", "#d9a441"]],
        top: ["waistcoat", "#3d5a4c", "#f1e7d6"],
        legs: ["#4b4250", "#32262b"],
      }),
      cape: { cloth: "#3d4f7c", trim: "#d9b45b", emblem: "feather", ink: "#e9e2d0" },
    },
  },
  {
    group: "Everyday",
    story: "A full helmet and a cape: with the hat layer off, there is a face underneath.",
    java: {
      uuid: "2470f66b17d142a2aa8e1d85ef549286",
      name: "NoodleKnight",
      skin: human({
        tone: "sand",
        hair: ["swept", "#e3b55e"],
        eyes: ["tall", "#4a77b8"],
        mouth: "grin",
        marks: ["blush"],
        hats: [["knightHelm", "#b9c1cb", "#d8474e"]],
        top: ["plate", "#b9c1cb", "#d8474e"],
        legs: ["#8b93a0", "#5b6270"],
      }),
      cape: { cloth: "#a8323e", trim: "#e8cf7a", emblem: "sword", ink: "#d7dde4" },
    },
  },
  {
    group: "Everyday",
    story: "Eye patch, hat and cape of a captain.",
    java: {
      uuid: "2bbbabab937742628b3602462ddbd909",
      name: "Captain_Cobble",
      skin: human({
        tone: "honey",
        hair: ["curls", "#3b2a2e"],
        eyes: ["tall", "#4f8a8b"],
        mouth: "smirk",
        hats: [
          ["eyePatch", "#2b2430"],
          ["captainHat", "#27355c", "#c8403f"],
        ],
        top: ["coat", "#27355c", "#e6c25f"],
        legs: ["#e8ddc8", "#3a2b2c"],
      }),
      cape: { cloth: "#1f4a5f", trim: "#e6c25f", emblem: "anchor", ink: "#eef1ee" },
    },
  },
  {
    group: "Everyday",
    story: "Flower crown, slim arms and a leaf on the cape.",
    java: {
      uuid: "dfb4d41789004b6abb622c0dcfb0c69a",
      name: "WrenOfTheWest",
      skin: human({
        model: "slim",
        tone: "caramel",
        hair: ["long", "#4b2c20"],
        eyes: ["bright", "#5b3a1e"],
        marks: ["blush"],
        hats: [["flowerCrown", "#5f9a57", "#f08ba0"]],
        top: ["tunic", "#8fae6a", "#f4ead2"],
        sleeves: "short",
        legs: ["#6f5a44", "#4b3728"],
      }),
      cape: { cloth: "#4f7a4a", trim: "#f0dfb0", emblem: "leaf", ink: "#a9d07a" },
    },
  },
  {
    group: "Everyday",
    story: "Buns on the hat layer, headphones over them.",
    java: {
      uuid: "4ae8ced70ac246a1b5cc1805a799491b",
      name: "Midnight_Mei",
      skin: human({
        model: "slim",
        tone: "porcelain",
        hair: ["buns", "#3a3152"],
        eyes: ["bright", "#7a5bc0"],
        mouth: "small",
        marks: ["blush"],
        hats: [["headphones", "#d8d4e6", "#e86fa6"]],
        top: ["hoodie", "#6c5aa8", "#ffc6dc"],
        legs: ["#2f2b45", "#e9e4f2"],
      }),
    },
  },
];
