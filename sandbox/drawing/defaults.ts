import type { Model } from "./boxes.ts";
import { DEFAULT_HASHES } from "./default-hashes.ts";
import type { DefaultName } from "./default-hashes.ts";
import type { HumanHead, Look, Outfit } from "./look.ts";

/** The two defaults of before 1.19.3, by the hash of their texture. */
export const OLD_DEFAULTS = {
  steve: "1a4af718455d4aab528e7a61f86fa25e6a369d1768dcb13f7df319a713eb810b",
  alex: "3b60a1f6d562f52aaebbf1434f1de147933a3affe0e764fa49ea057536623cd3",
} as const;

/**
 * What is served for each default skin: people of our own under the hashes of the game's textures,
 * whose pictures are not ours to copy. Hence these hashes are not those of the bytes.
 */
export function listDefaultLooks(): readonly (readonly [hash: string, look: Look])[] {
  const models = ["slim", "classic"] as const satisfies readonly Model[];
  const names = Object.keys(PEOPLE) as DefaultName[];
  const modern = models.flatMap((model) =>
    names.map((name) => [DEFAULT_HASHES[model][name], dress(name, model)] as const),
  );
  const old = [
    [OLD_DEFAULTS.steve, dress("steve", "classic", "#4a6fa0")],
    [OLD_DEFAULTS.alex, dress("alex", "slim", "#b8734f")],
  ] as const;
  return [...modern, ...old];
}

function dress(name: DefaultName, model: Model, shirt?: string): Look {
  const { head, outfit } = PEOPLE[name];
  return { model, head, outfit: { ...outfit, top: shirt ?? outfit.top } };
}

type Person = { readonly head: HumanHead; readonly outfit: Outfit };

function person(
  [tone, hairStyle, hairColour, iris]: readonly [
    string,
    HumanHead["hair"]["style"],
    string,
    string,
  ],
  [pattern, top, accent, trousers, shoes]: readonly [
    Outfit["pattern"],
    string,
    string,
    string,
    string,
  ],
  sleeves: Outfit["sleeves"] = "short",
): Person {
  return {
    head: {
      tone,
      eyes: { style: "tall", colour: iris },
      mouth: "small",
      hair: { style: hairStyle, colour: hairColour },
    },
    outfit: { pattern, top, accent, sleeves, trousers, shoes },
  };
}

const PEOPLE: Record<DefaultName, Person> = {
  alex: person(
    ["#f3cdb0", "ponytail", "#d9823f", "#5a8f4a"],
    ["tunic", "#c9953f", "#f4ecd6", "#5f6f4a", "#5a4438"],
  ),
  ari: person(
    ["#e8b78f", "swept", "#e0c05f", "#4a7fa8"],
    ["hoodie", "#e08a3f", "#f4e9d0", "#4a5068", "#8a4f3a"],
    "long",
  ),
  efe: person(
    ["#7a4a32", "curls", "#3a2430", "#4f3423"],
    ["emblem", "#c9d05f", "#e0603f", "#6f4f7a", "#e9e4da"],
  ),
  kai: person(
    ["#dba57c", "spiky", "#2f2a3a", "#5a4a8a"],
    ["waistcoat", "#4a4f6f", "#d9dfe8", "#3a3d52", "#a83f4a"],
    "long",
  ),
  makena: person(
    ["#6e4630", "braids", "#261a20", "#8f5f30"],
    ["stripes", "#c94f7a", "#f0b84f", "#4f6f9f", "#f0ead8"],
  ),
  noor: person(
    ["#c08a5c", "bob", "#33222e", "#3f6f5f"],
    ["coat", "#3f5f8f", "#f0d9a0", "#d9cdb4", "#5a3d33"],
    "long",
  ),
  steve: person(
    ["#cf9a72", "short", "#4a3226", "#4a5fb0"],
    ["hoodie", "#3f8fa0", "#f0e6d0", "#5a4a3f", "#3f3a3a"],
  ),
  sunny: person(
    ["#f7dccb", "undercut", "#f0d98a", "#3f9fb8"],
    ["jumper", "#f0c23f", "#fbf4dc", "#7f8f9f", "#4a4f5c"],
    "long",
  ),
  zuri: person(
    ["#8f5a3a", "afro", "#2b2026", "#7a4f22"],
    ["dungarees", "#b8503f", "#f4ead2", "#b8503f", "#3f3340"],
  ),
};
