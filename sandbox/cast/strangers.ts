import type { Look } from "../drawing/look.ts";
import { creature, human, TONES } from "./wardrobe.ts";

/** Somebody put together from what is in the wardrobe; the same number is the same person. */
export function stranger(seed: number): Look {
  const top = [pick(TOPS, seed >> 3), pick(CLOTHS, seed >> 1), pick(TRIMS, seed >> 6)] as const;
  const legs = [pick(TROUSERS, seed >> 4), "#33303d"] as const;
  const model = seed % 2 === 0 ? "classic" : "slim";
  if (seed % 4 === 3) return creature(pick(ANIMALS, seed >> 11), { model, top, legs });
  return human({
    model,
    tone: pick(Object.keys(TONES) as (keyof typeof TONES)[], seed >> 5),
    hair: [pick(CUTS, seed >> 7), pick(DYES, seed >> 12)],
    eyes: [pick(EYES, seed >> 9), pick(IRISES, seed >> 8)],
    mouth: pick(MOUTHS, seed >> 10),
    ...(seed % 3 === 0 ? { marks: ["blush"] as const } : {}),
    top,
    legs,
  });
}

const ANIMALS = ["ghost", "owl", "robot", "chick", "pumpkin", "bee", "panda", "rabbit"] as const;
const CUTS = ["short", "bob", "curls", "swept", "buns", "spiky", "afro", "braids"] as const;
const EYES = ["tall", "bright", "round", "dot"] as const;
const MOUTHS = ["smile", "small", "grin", "smirk", "open"] as const;
const TOPS = ["tee", "hoodie", "stripes", "jumper", "dungarees", "coat"] as const;
const DYES = ["#3a2a2e", "#8a4a2a", "#d9b25a", "#5f7fb8", "#b85f8f", "#6fa06f", "#c9ccd6"];
const IRISES = ["#3f7fb0", "#5a8f4a", "#7a4a2a", "#7a5bc0"];
const CLOTHS = ["#c9573f", "#3f7f8f", "#7a5fa0", "#d9a441", "#5f8f5f", "#44506b", "#c96f94"];
const TRIMS = ["#f4ecd8", "#f0c060", "#9fd0d8", "#f0a8b8"];
const TROUSERS = ["#4a4f66", "#6b5445", "#3f5f7f", "#5a4a5f"];

function pick<Item>(items: readonly Item[], seed: number): Item {
  return items[seed % items.length] as Item;
}
