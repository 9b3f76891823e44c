import type { Pixels } from "@/lib/textures/codec.ts";

/** The pixels of a texture; null where there is none, or where it cannot be had. */
export async function pixelsAt(url: string): Promise<Pixels | null> {
  const response = await fetch(url);
  // An error may have an image as well.
  if (!response.ok) return null;
  const image = new Image();
  image.src = URL.createObjectURL(await response.blob());
  try {
    await image.decode();
    return pixelsOf(image);
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** Read by WebGL, since a canvas for drawing loses the colours of what is transparent. */
function pixelsOf(image: HTMLImageElement): Pixels {
  const { naturalWidth: width, naturalHeight: height } = image;
  const gl = document.createElement("canvas").getContext("webgl");
  if (gl === null) throw new TypeError("There is no WebGL.");
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  const data = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return { width, height, data };
}

/** A canvas that shows pixels. */
export function canvasOf({ width, height, data }: Pixels): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  putPixels(canvas, { width, height, data });
  return canvas;
}

export function putPixels(canvas: HTMLCanvasElement, { width, height, data }: Pixels): void {
  const image = new ImageData(new Uint8ClampedArray(data), width, height);
  canvas.getContext("2d")?.putImageData(image, 0, 0);
}
