import type { Model } from "./boxes.ts";
import type { CreatureName } from "./creatures.ts";
import type { EyeStyle, MouthStyle } from "./face.ts";
import type { HairStyle } from "./hair.ts";
import type { HatName } from "./hats.ts";
import type { TopPattern } from "./outfit.ts";

/** What a player looks like: everything the painter needs. Colours are `#rrggbb`. */
export interface Look {
  readonly model: Model;
  readonly head: HumanHead | CreatureHead;
  readonly hats?: readonly Hat[];
  readonly outfit: Outfit;
  /** How the file is made; a plain 64×64 PNG with alpha unless said otherwise. */
  readonly file?: FileKind;
}

export interface HumanHead {
  readonly tone: string;
  readonly eyes: { readonly style: EyeStyle; readonly colour: string };
  readonly mouth: MouthStyle;
  readonly hair: { readonly style: HairStyle; readonly colour: string };
  readonly brows?: string;
  readonly marks?: readonly ("blush" | "freckles" | "stubble" | "scar" | "beautyMark")[];
}

export interface CreatureHead {
  readonly creature: CreatureName;
}

export interface Hat {
  readonly kind: HatName;
  readonly colour: string;
  readonly accent?: string;
}

export interface Outfit {
  readonly top: string;
  readonly accent: string;
  readonly pattern: TopPattern;
  readonly sleeves: "long" | "short" | "none";
  readonly trousers: string;
  readonly shoes: string;
  /** Skin, fur or metal of hands and neck; a human's tone unless given. */
  readonly skin?: string;
  readonly scarf?: string;
}

export type FileKind =
  | "plain"
  /** 64×32, from before left limbs and jackets had their own place. */
  | "legacy"
  /** 64×32 without any transparency: the game throws such a hat away. */
  | "legacyOpaque"
  | "palette"
  | "rgb"
  /** 128×128. */
  | "doubled"
  /** Made such that the hash starts with a zero, which the texture address then drops. */
  | "shortHash";
