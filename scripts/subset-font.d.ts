/** The package has no types of its own. */
declare module "subset-font" {
  interface Options {
    targetFormat: "woff2" | "truetype";
    keepFeatures: readonly string[];
    variationAxes: Readonly<Record<string, number | { min: number; max: number }>>;
    noHinting: boolean;
  }

  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: Options,
  ): Promise<Buffer>;
}
