import { expect, it } from "vitest";
import type { SearchDocument } from "./documents.ts";
import type { Piece } from "./excerpt.ts";
import { createSearch } from "./search.ts";

function document(path: string, heading: string, passages: string[], names: string[] = []) {
  const title = path.split("#")[0]?.replace("/docs/", "") ?? "";
  return { path: `/docs/${path}`, title, heading, passages, names } satisfies SearchDocument;
}

const search = createSearch([
  document("head", "", ["A player’s head as a square image."]),
  document("head#size", "Size", ["size · The side of the square in pixels."], ["size"]),
  document("headers", "", ["What answers carry beside their body."]),
  document(
    "headers#list",
    "All headers",
    ["X-Texture-Source · What the picture shows.", "X-Cache · Where the answer comes from."],
    ["X-Texture-Source", "X-Cache"],
  ),
  document(
    "errors",
    "",
    ["NOT_FOUND · No profile exists: status 404.", "OVERLOADED · The service is busy: 503."],
    ["NOT_FOUND", "OVERLOADED"],
  ),
  document("profile", "", ["Bedrock: xuid_decimal is a string.", "See default=404 for images."]),
  document("ja", "", ["プレイヤーのスキンを取得します。", "クライアントごとに一時間に一回です。"]),
  document("ja-cache", "", ["ハッシュで指定した画像は無期限にキャッシュできます。"]),
  document("zh", "", ["返回玩家的头像。请求参数见下表。"]),
  document("ar", "", ["صُورة رأس اللاعب بصيغة مربّعة.", "الأخطاء وأسبابها"]),
  document("ru", "", ["Сведения об игроке: ещё и плащ."]),
  document("pl", "", ["Głowa gracza jako kwadratowy obraz."]),
]);

function pathsOf(text: string): string[] {
  return search(text).flatMap(({ sections }) => sections.map(({ path }) => path.slice(6)));
}

it.each([
  ["head", "head"],
  ["HEAD size", "head#size"],
  ["X-Texture-Source", "headers#list"],
  ["x-tex", "headers#list"],
  ["texture source", "headers#list"],
  ["not_found", "errors"],
  ["not found", "errors"],
  ["503", "errors"],
  ["default=404", "profile"],
  ["xuid_dec", "profile"],
  ["xiud_decimal", "profile"],
  ["squrae image", "head"],
  ["スキン", "ja"],
  ["ンを", "ja"],
  ["間", "ja"],
  ["スキンの取得", "ja"],
  ["头像", "zh"],
  ["求参", "zh"],
  ["玩家 参数", "zh"],
  ["صورة", "ar"],
  ["لاعب", "ar"],
  ["اخطاء", "ar"],
  ["игрок", "ru"],
  ["игроку", "ru"],
  ["еще", "ru"],
  ["glowa", "pl"],
])("finds %s in %s", (text, path) => {
  expect(pathsOf(text)[0]).toBe(path);
});

it("finds sections that have every word before those that have one", () => {
  expect(pathsOf("busy service")).toEqual(["errors"]);
  expect(pathsOf("how busy")).toEqual(["errors"]);
});

it("does not take one status for another", () => {
  expect(pathsOf("405")).toEqual([]);
});

it("finds nothing for nothing", () => {
  expect(search("")).toEqual([]);
  expect(search(" … ?! ")).toEqual([]);
  expect(search("kubernetes")).toEqual([]);
});

it("groups what it finds by page and shows where the words are", () => {
  expect(search("square").slice(0, 1)).toEqual([
    {
      title: "head",
      sections: [
        {
          path: "/docs/head",
          heading: [],
          excerpt: [
            { text: "A player’s head as a ", isMatch: false },
            { text: "square", isMatch: true },
            { text: " image.", isMatch: false },
          ],
        },
        {
          path: "/docs/head#size",
          heading: [{ text: "Size", isMatch: false }],
          excerpt: [
            { text: "size · The side of the ", isMatch: false },
            { text: "square", isMatch: true },
            { text: " in pixels.", isMatch: false },
          ],
        },
      ],
    },
  ]);
});

it.each([
  ["x-cache", ["X-Cache"]],
  ["スキンを", ["スキンを"]],
  ["キャッシュ", ["キャッシュ"]],
  ["玩家参数", ["玩家", "参数"]],
  ["لاعب", ["اللاعب"]],
  ["glowa", ["Głowa"]],
])("marks %s in the text", (text, marked) => {
  expect(matchesIn(search(text)[0]?.sections[0]?.excerpt ?? [])).toEqual(marked);
});

it("cuts a long passage around what was searched for", () => {
  const words = Array.from({ length: 100 }, (_, index) => `word${index}`);
  const long = createSearch([document("long", "", [words.join(" ")])]);
  const excerpt = long("word70")[0]?.sections[0]?.excerpt ?? [];
  const text = excerpt.map((piece) => piece.text).join("");
  expect(text).toMatch(/^… word\d+ .*word70 .* word\d+ …$/);
  expect(text.length).toBeLessThan(170);
  expect(matchesIn(excerpt)).toEqual(["word70"]);
});

function matchesIn(pieces: readonly Piece[]): string[] {
  return pieces.filter(({ isMatch }) => isMatch).map(({ text }) => text);
}
