import type { Edition } from "@/lib/contract/profile.ts";
import { headUrl } from "@/lib/contract/urls.ts";

export interface HeadChoice {
  /** A UUID or an XUID, so that the address outlives a name. */
  id: string;
  edition: Edition;
  name: string;
  /** Pixels, 8 to 512. */
  size: number;
  format: "png" | "webp";
  overlay: boolean;
}

/** The head's address, relative to the site; what is the service's default is left out. */
export function chosenHead({ id, edition, size, format, overlay }: HeadChoice): string {
  const url = headUrl({ username: id, type: edition, size });
  return `${url}${format === "webp" ? "&format=webp" : ""}${overlay ? "" : "&overlay=false"}`;
}

/** The ways in which people put a picture somewhere else. */
export function embedCodes(origin: string, choice: HeadChoice) {
  const url = `${origin}${chosenHead(choice)}`;
  const { name, size } = choice;
  return {
    html: `<img src="${escapeHtml(url)}" width="${size}" height="${size}" alt="${escapeHtml(name)}">`,
    markdown: `![${name.replace(/[\\[\]_*]/g, "\\$&")}](${url})`,
    bbcode: `[img]${url}[/img]`,
    url,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
