import type { Model } from "../drawing/boxes.ts";
import type { CreatureName } from "../drawing/creatures.ts";
import type { EyeStyle, MouthStyle } from "../drawing/face.ts";
import type { HairStyle } from "../drawing/hair.ts";
import type { HatName } from "../drawing/hats.ts";
import type { FileKind, Hat, HumanHead, Look, Outfit } from "../drawing/look.ts";
import type { TopPattern } from "../drawing/outfit.ts";

/** A person. Pairs are a style and its colours. */
export function human(person: Person): Look {
  return {
    ...shared(person),
    head: {
      tone: TONES[person.tone],
      hair: { style: person.hair[0], colour: person.hair[1] },
      eyes: { style: person.eyes[0], colour: person.eyes[1] },
      mouth: person.mouth ?? "smile",
      ...(person.brows ? { brows: person.brows } : {}),
      ...(person.marks ? { marks: person.marks } : {}),
    },
  };
}

/** An animal, a machine or a vegetable, dressed like anybody else. */
export function creature(name: CreatureName, dressed: Dressed): Look {
  return { ...shared(dressed), head: { creature: name } };
}

export const TONES = {
  porcelain: "#f7dccb",
  peach: "#f0c3a4",
  sand: "#e3ac86",
  honey: "#cf9566",
  caramel: "#b07448",
  umber: "#8a5637",
  cocoa: "#69402b",
  ebony: "#583626",
} as const;

interface Dressed {
  readonly model?: Model;
  readonly hats?: readonly (readonly [HatName, string, string?])[];
  readonly top: readonly [pattern: TopPattern, colour: string, accent: string];
  readonly sleeves?: Outfit["sleeves"];
  readonly legs: readonly [trousers: string, shoes: string];
  readonly skin?: string;
  readonly scarf?: string;
  readonly file?: FileKind;
}

interface Person extends Dressed {
  readonly tone: keyof typeof TONES;
  readonly hair: readonly [HairStyle, string];
  readonly eyes: readonly [EyeStyle, string];
  readonly mouth?: MouthStyle;
  readonly brows?: string;
  readonly marks?: NonNullable<HumanHead["marks"]>;
}

function shared(dressed: Dressed): Omit<Look, "head"> {
  return {
    model: dressed.model ?? "classic",
    hats: (dressed.hats ?? []).map(toHat),
    outfit: {
      pattern: dressed.top[0],
      top: dressed.top[1],
      accent: dressed.top[2],
      sleeves: dressed.sleeves ?? "long",
      trousers: dressed.legs[0],
      shoes: dressed.legs[1],
      ...(dressed.skin ? { skin: dressed.skin } : {}),
      ...(dressed.scarf ? { scarf: dressed.scarf } : {}),
    },
    ...(dressed.file ? { file: dressed.file } : {}),
  };
}

function toHat([kind, colour, accent]: readonly [HatName, string, string?]): Hat {
  return accent ? { kind, colour, accent } : { kind, colour };
}
