export interface Comparison {
  head: string;
  skin: string;
  /** The side of the head in pixels. */
  size: number;
  overlay?: boolean;
}

export interface Compared {
  type: string;
  width: number;
  height: number;
  /** How many pixels are not what a nearest-neighbour enlargement of the skin's face gives. */
  wrong: number;
  /** All pixels are the same, so that a comparison would say nothing. */
  plain: boolean;
}

/** Compares a head with the skin it is cut from, as the browser decodes them. Runs in the page. */
export async function comparePixels(given: Comparison): Promise<Compared> {
  const { size, overlay = true } = given;
  const head = await decode(given.head);
  const skin = await decode(given.skin);
  const pixelOf = (x: number, y: number) => {
    const hat = skin.at(40 + x, 8 + y);
    const alpha = hat & 0xff;
    if (alpha !== 0 && alpha !== 0xff) throw new Error("A canvas keeps only opaque colours exact.");
    return overlay && alpha === 0xff ? hat : skin.at(8 + x, 8 + y);
  };
  const source = (at: number) => Math.floor(((at + 0.5) * 8) / size);

  let wrong = 0;
  const seen = new Set<number>();
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const pixel = head.at(x, y);
      seen.add(pixel);
      if (pixel !== pixelOf(source(x), source(y))) wrong++;
    }
  }
  return { type: head.type, width: head.width, height: head.height, wrong, plain: seen.size < 2 };

  async function decode(url: string) {
    const blob = await (await fetch(url)).blob();
    const image = new Image();
    image.src = URL.createObjectURL(blob);
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { colorSpace: "srgb", willReadFrequently: true });
    if (context === null) throw new Error("There is no canvas.");
    context.drawImage(image, 0, 0);
    const view = new DataView(context.getImageData(0, 0, width, height).data.buffer);
    /** Red, green, blue and alpha as one number. */
    const at = (x: number, y: number) => view.getUint32((y * width + x) * 4);
    return { type: blob.type, width, height, at };
  }
}
