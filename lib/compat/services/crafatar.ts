import { trimmed, uuidDigits, withoutPrefix, type NameRules } from "../../contract/identifiers.ts";
import { COMPAT_FOLDER } from "../../contract/paths.ts";
import { cape, cube, face, iso, skin, type SizeOf } from "../images.ts";
import type { CompatScheme } from "../scheme.ts";
import { exact, pixels } from "../size.ts";
import { noPlayer, subjectOf, withoutExtension, wordOf } from "../subject.ts";
import type { CompatReply, CompatUrl } from "../terms.ts";

/* Written after lib/routes, lib/renders.js and lib/response.js of crafatar/crafatar, with its default configuration. */

const SIZE = { byDefault: 160, least: 1, most: 512 };
const SCALE = { byDefault: 6, least: 1, most: 10 };
const TYPES = ["head", "body"];
const LONGEST_NAME = 16;

const plain = (status: number, body: string): CompatReply => ({ status, body, type: "text/plain" });

/** True for a number outside of its range. A text that is no number, or 0, is the default. */
function isOutside(text: string | null, { byDefault, least, most }: typeof SIZE): boolean {
  const number = Number.parseInt(text ?? "", 10) || byDefault;
  return number < least || number > most;
}

/** Refuses a URL as Crafatar does, and in the same order. Trailing slashes count for nothing. */
function refusal(
  segments: readonly string[],
  search: URLSearchParams,
  rules: NameRules | undefined,
): CompatReply | undefined {
  const end = segments.findLastIndex((text) => text !== "") + 1;
  const [first = "", ...rest] = segments.slice(0, end);
  const kind = wordOf(first);
  if (kind === "renders") return refusedRender(rest, search, rules);
  if (!["avatars", "skins", "capes"].includes(kind)) return undefined;
  if (rest.length > 1) return plain(404, "Invalid Path");
  if (kind === "avatars" && isOutside(search.get("size"), SIZE)) return plain(422, "Invalid Size");
  return refusedPlayer(rest[0], rules);
}

function refusedRender(
  [type = "", written, ...rest]: readonly string[],
  search: URLSearchParams,
  rules: NameRules | undefined,
): CompatReply | undefined {
  if (rest.length > 0) return plain(404, "Invalid Path");
  if (!TYPES.includes(wordOf(type))) return plain(422, "Invalid Render Type");
  if (isOutside(search.get("scale"), SCALE)) return plain(422, "Invalid Scale");
  return refusedPlayer(written, rules);
}

function refusedPlayer(
  written: string | undefined,
  rules: NameRules | undefined,
): CompatReply | undefined {
  return isPlayer(written ?? "", rules) ? undefined : plain(422, "Invalid UUID");
}

/**
 * True for a text that is accepted as a player. Today Crafatar takes UUIDs alone; its clients still send the names of up
 * to 16 characters that it took before, and here Bedrock players and textures are players, too.
 */
function isPlayer(written: string, rules: NameRules | undefined): boolean {
  const text = trimmed(withoutExtension(written));
  if (uuidDigits(text.replaceAll("-", "")) !== null) return true;
  const subject = subjectOf(text, rules);
  const name = withoutPrefix(text, rules?.bedrockPrefix) ?? text;
  const isLong = name.length > LONGEST_NAME && rules?.anyName !== true;
  return "texture" in subject || (subject !== noPlayer && !isLong);
}

/** A UUID as `default` is whom the client is sent to in place of any default skin. */
function byDefault(_: unknown, { segments, search }: CompatUrl): "auto" | CompatReply {
  const uuid = uuidDigits(trimmed(search.get("default") ?? ""));
  if (uuid === null) return "auto";
  const folders = segments.slice(0, wordOf(segments[0] ?? "") === "renders" ? 2 : 1);
  const path = [...folders, uuid];
  const others = new URLSearchParams(search);
  others.delete("default");
  const query = others.size > 0 ? `?${others}` : "";
  const location = `${COMPAT_FOLDER}crafatar/${path.map(encodeURIComponent).join("/")}${query}`;
  return { status: 307, location, body: "", type: "text/plain" };
}

/** So many pixels wide and high for each step of `scale`. */
const scaled =
  (width: number, height: number): SizeOf =>
  ({ numberIn }) => {
    const scale = numberIn("scale") ?? SCALE.byDefault;
    return exact(scale * width, scale * height);
  };

export const crafatar: CompatScheme = {
  name: "Crafatar",
  host: "crafatar.com",
  size: pixels(SIZE.byDefault, { names: ["size"], least: SIZE.least, most: SIZE.most }),
  unknown: byDefault,
  refusal,
  routes: {
    "avatars/:id": face,
    "renders/head/:id": { ...cube, size: scaled(20, 18.5) },
    "renders/body/:id": { ...iso, size: scaled(20, 45.1) },
    "skins/:id": skin,
    "capes/:id": { ...cape, missing: plain(404, "") },
  },
  parameters: ({ read }) => ({ overlay: read("overlay") !== null || read("helm") !== null }),
  heeds: ["size", "scale", "overlay", "helm"],
};
