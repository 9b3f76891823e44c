/**
 * The figure of drawn-skin.ts as letters, one a pixel: somebody friendly in slate and grey-blue
 * who wears a name tag. Original, and meant to be nobody in particular.
 */
export const COLOURS: Record<string, number> = {
  H: 0x2f4058, // hair: in shadow, as it is, in the light
  h: 0x3d5470,
  g: 0x4d698c,
  s: 0xd0dae4, // skin, and its shadow
  S: 0xb9c6d4,
  e: 0x22324a, // eyes
  c: 0xe8aea4, // cheeks
  m: 0x7a6b80, // mouth, and its corners
  M: 0xa79aab,
  b: 0x5f86a8, // jumper, its shadow, its hem
  B: 0x557a9a,
  n: 0x44647f,
  r: 0xe0785a, // name tag: its band, its paper, the name
  T: 0xf6f2e9,
  t: 0x8393a6,
  P: 0x404d60, // trousers, and their shadow
  p: 0x384455,
  k: 0x262f3b, // shoes
};

/** The six sides of a box, named as the wearer names them, rows from top to bottom. */
export interface Sides {
  top: readonly string[];
  bottom: readonly string[];
  right: readonly string[];
  front: readonly string[];
  left: readonly string[];
  back: readonly string[];
}

export const HEAD: Sides = {
  top: [
    "hhhhhhhh",
    "hhhhgghh",
    "hhhggghh",
    "hhggghhh",
    "hhgghhgh",
    "hhghhggh",
    "hhhhgghh",
    "hhhgghhh",
  ],
  front: [
    "hhhggghh",
    "hhgghhhh",
    "hhhhshhh",
    "hsessesH",
    "ssessesS",
    "scsssscS",
    "ssMssMsS",
    "SssmmssS",
  ],
  right: [
    "hhhggghh",
    "hhggghhh",
    "hhhhhhhh",
    "hhhhhhhh",
    "Hhhhhsss",
    "HhhhsSss",
    "HHhsssss",
    "SHSsssss",
  ],
  left: [
    "hhggghhh",
    "hhhgghhh",
    "hhhhhhhh",
    "HhhhhhhH",
    "ssshhhhH",
    "ssSshhhH",
    "ssssshHH",
    "sssssSHS",
  ],
  back: [
    "hhggghhh",
    "hggghhhh",
    "hhhhhhhh",
    "hhhhhhgh",
    "hhhhhggh",
    "HhhhghhH",
    "HHhhhhHH",
    "SHHSSHHS",
  ],
  bottom: Array.from({ length: 8 }, () => "SSSSSSSS"),
};

export const BODY: Sides = {
  top: Array.from({ length: 4 }, () => "bbbSSbbb"),
  front: [
    "bbbSSbbb",
    "bbbbbbbb",
    "Bbbrrrrb",
    "BbbTTTTb",
    "BbbTttTB",
    "BbbTTTTB",
    "BbbbbbbB",
    "BbbbbbbB",
    "BBbbbbBB",
    "BBbbbbBB",
    "nnnnnnnn",
    "PPPppPPP",
  ],
  right: column("bbbbbbbbBBnP", 4),
  left: column("bbbbbbbbBBnP", 4),
  back: column("nbbbbbbbBBnP", 8),
  bottom: column("PPPP", 8),
};

export const ARM: Sides = limb({ middle: "bbbbbbbBnsss", edge: "bbbbbbBBnssS", ends: "bS" });
export const LEG: Sides = limb({ middle: "PPPPPPPPpkkk", edge: "pppppppppkkk", ends: "Pk" });

/** Arms and legs are the same all round: two columns in the middle, an edge on both sides. */
function limb({ middle, edge, ends }: { middle: string; edge: string; ends: string }): Sides {
  const side = middle.split("").map((letter, y) => {
    const border = edge.charAt(y);
    return border + letter + letter + border;
  });
  return {
    top: column(ends.charAt(0).repeat(4), 4),
    bottom: column(ends.charAt(1).repeat(4), 4),
    right: side,
    front: side,
    left: side,
    back: side,
  };
}

/** Rows of a single colour, top to bottom. */
function column(letters: string, width: number): string[] {
  return letters.split("").map((letter) => letter.repeat(width));
}
