import type { SkinView } from "../../../lib/contract/views.ts";

/** The view of a cape, beside those of skins. */
export const capeView = { name: "cape", path: "/cape", view: "front" } as const;
export type View = SkinView | typeof capeView;

interface EmbeddedImage {
  url: string;
  /** The player's, which says what the image shows. */
  name: string;
  /** The height in pixels; that of a square is its width, too. */
  size: number;
  view: View;
}

/** Code that shows an image elsewhere. */
export function embedCodes({ url, name, size, view }: EmbeddedImage) {
  const isSquare = view.path === "/head" || view.path === "/bust";
  const width = isSquare ? ` width="${size}"` : "";
  return [
    ["url", url],
    ["html", `<img src="${inHtml(url)}"${width} height="${size}" alt="${inHtml(name)}">`],
    ["markdown", `![${name.replace(/[\\`*_[\]<>&!~|]/g, "\\$&")}](${url})`],
    ["bbcode", `[img]${url}[/img]`],
  ] as const;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as it is written in HTML, between tags and in quotes. */
function inHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
