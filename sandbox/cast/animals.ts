import type { SandboxPlayer } from "../player.ts";
import { creature } from "./wardrobe.ts";

/** Java players without complications who are not human. */
export const ANIMALS: readonly SandboxPlayer[] = [
  {
    group: "Everyday",
    story: "A fox: ears on the hat layer and on the top of the head.",
    java: {
      uuid: "453db1b69a3446f49ff8738223eae32c",
      name: "Foxglove_Finn",
      skin: creature("fox", {
        model: "slim",
        top: ["jumper", "#35695f", "#f0e3c4"],
        legs: ["#4b3b45", "#33262d"],
        scarf: "#c9455a",
      }),
    },
  },
  {
    group: "Everyday",
    story: "A robot with a digit in the name.",
    java: {
      uuid: "24a2949f47e149018053ef70769f3ccc",
      name: "RustyRobot_9",
      skin: creature("robot", {
        top: ["panel", "#a9b4bd", "#66e0d0"],
        legs: ["#8a949e", "#5a636d"],
        skin: "#8a949e",
      }),
    },
  },
  {
    group: "Everyday",
    story: "The longest name that can still be made today: sixteen characters.",
    java: {
      uuid: "d12518233ba64a7bbb70c52ce6b9ba7e",
      name: "Penguin_Postman_",
      skin: creature("penguin", {
        hats: [["cap", "#3b5fa8", "#f1c84b"]],
        top: ["belly", "#2f3a52", "#fbf8f0"],
        legs: ["#2f3a52", "#f1a33b"],
      }),
    },
  },
  {
    group: "Everyday",
    story: "The shortest name that can still be made today: three characters.",
    java: {
      uuid: "878266ad29f34758aacb60dfe2a97425",
      name: "Bea",
      skin: creature("bee", {
        model: "slim",
        top: ["stripes", "#f2c03d", "#2f2836"],
        legs: ["#2f2836", "#2f2836"],
      }),
      cape: { cloth: "#7a4d1c", trim: "#ffd84f", emblem: "bee", ink: "#ffd84f" },
    },
  },
  {
    group: "Everyday",
    story: "A panda in dungarees.",
    java: {
      uuid: "054b396ccf63492a92aedc9f74b415f8",
      name: "Bamboo_Benny",
      skin: creature("panda", {
        top: ["dungarees", "#5b87a8", "#f4f1ea"],
        legs: ["#5b87a8", "#2d2a35"],
      }),
    },
  },
  {
    group: "Everyday",
    story: "A mushroom: the cap is the hat layer.",
    java: {
      uuid: "a1fe239ffdbf4be18fd33d100095eea6",
      name: "Toadstool_Tam",
      skin: creature("mushroom", {
        model: "slim",
        top: ["jumper", "#c8383c", "#fff6e8"],
        legs: ["#8a6b52", "#5d4636"],
      }),
    },
  },
  {
    group: "Everyday",
    story: "An owl with a bow on the hat layer.",
    java: {
      uuid: "af864e5c82264470b68c87691c86aedb",
      name: "ProfessorHoot",
      skin: creature("owl", {
        hats: [["bow", "#b33a4a"]],
        top: ["suit", "#5c4a5e", "#b33a4a"],
        legs: ["#453a4a", "#2b2430"],
      }),
    },
  },
  {
    group: "Everyday",
    story: "A raccoon, awake at night.",
    java: {
      uuid: "b97034115236404b851217565265e7fd",
      name: "Trashcan_Tilda",
      skin: creature("raccoon", {
        model: "slim",
        top: ["hoodie", "#7a4a8c", "#d8d0e6"],
        legs: ["#3d3a4a", "#2f2d38"],
      }),
    },
  },
];
