/** An account of the sandbox that a schedule plays with. */
export interface Account {
  edition: "java" | "bedrock";
  id: string;
  name: string;
  /** The other edition's account of the same person. */
  linkedTo?: string;
}

/** Java players, Bedrock players, and people with both. */
export const CAST: readonly Account[] = [
  { edition: "java", id: "a9a041d770424d1bbe1e5c603300460c", name: "Tinker_Tess" },
  { edition: "java", id: "6790b5f6bb61410a972998f020e6cc42", name: "QuietQuill" },
  { edition: "java", id: "2470f66b17d142a2aa8e1d85ef549286", name: "NoodleKnight" },
  { edition: "java", id: "4ae8ced70ac246a1b5cc1805a799491b", name: "Midnight_Mei" },
  { edition: "java", id: "49c155a09a544af1936ce5a83e29b3c8", name: "Plain_Paul" },
  { edition: "bedrock", id: "2796662987455236", name: "Mossy Minnow" },
  { edition: "bedrock", id: "2795547686368440", name: "Toast Troubador" },
  { edition: "bedrock", id: "2790695075997540", name: "Jelly Jar" },
  {
    edition: "java",
    id: "dfb83a479bf3469583e7bdc34c28fa4e",
    name: "Lantern_Lou",
    linkedTo: "2761708961228418",
  },
  {
    edition: "bedrock",
    id: "2761708961228418",
    name: "Lantern Lou",
    linkedTo: "dfb83a479bf3469583e7bdc34c28fa4e",
  },
  {
    edition: "java",
    id: "b5838d5803ac4b0d93d3c5b35df08833",
    name: "Bramble_Bard",
    linkedTo: "2743858903529114",
  },
  {
    edition: "bedrock",
    id: "2743858903529114",
    name: "Sofa Dragon",
    linkedTo: "b5838d5803ac4b0d93d3c5b35df08833",
  },
];

/** Names that may be taken and left, besides those of the cast. */
export const FREE_NAMES = ["Spare_One", "Spare_Two", "Spare_Three"] as const;

/** The name of an edition that the other edition's would be asked for by. */
export function nameKey(name: string): string {
  return name.toLowerCase().replaceAll("_", " ");
}
