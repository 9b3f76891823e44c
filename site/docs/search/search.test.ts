import { expect, it } from "vitest";
import messages from "../../../messages/en.json";
import type { Block } from "../blocks.ts";
import type { DocsTexts } from "../texts.ts";
import { passagesOf, type SearchDocument, searchDocuments } from "./documents.ts";
import { createSearch, type Piece } from "./search.ts";
import { tokenize } from "./tokenize.ts";

function document(path: string, heading: string, passages: string[], names: string[] = []) {
  const title = path.split("#")[0]?.replace("/docs/", "") ?? "";
  return {
    path: `/docs/${path}`,
    title,
    heading,
    passages,
    names,
    synonyms: [],
  } satisfies SearchDocument;
}

const search = createSearch([
  document("head", "", ["A player’s head as a square image."]),
  document("head#size", "Size", ["size · The side of the square in pixels."], ["size"]),
  document("headers", "", ["What responses carry besides their body."]),
  document(
    "headers#list",
    "All headers",
    ["X-Texture-Source · What the image shows.", "X-Cache · Where the response comes from."],
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
  ["X-Texture-Source", "headers#list"],
  ["x-tex", "headers#list"],
  ["texture source", "headers#list"],
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
  ["玩家 参数", "zh"],
  ["صورة", "ar"],
  ["اخطاء", "ar"],
  ["игроку", "ru"],
  ["еще", "ru"],
  ["glowa", "pl"],
])("finds %s in %s", (text, path) => {
  expect(pathsOf(text)[0]).toBe(path);
});

it("ranks sections with every word before those with one", () => {
  expect(pathsOf("busy service")).toEqual(["errors"]);
  expect(pathsOf("how busy")).toEqual(["errors"]);
});

it("does not confuse status codes", () => {
  expect(pathsOf("405")).toEqual([]);
});

it("finds nothing for an empty query", () => {
  expect(search("")).toEqual([]);
  expect(search(" … ?! ")).toEqual([]);
  expect(search("kubernetes")).toEqual([]);
});

it("groups results by page and shows where the words are", () => {
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
  ["キャッシュ", ["キャッシュ"]],
  ["玩家参数", ["玩家", "参数"]],
  ["glowa", ["Głowa"]],
])("marks %s in the text", (text, marked) => {
  expect(matchesIn(search(text)[0]?.sections[0]?.excerpt ?? [])).toEqual(marked);
});

it("cuts a long passage around the match", () => {
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

it.each([
  ["X-Texture-Source", ["x-texture-source", "texture", "source"]],
  ["xuid_decimal", ["xuid_decimal", "xuid", "decimal"]],
  ["default=404", ["default=404", "default", "404"]],
  ["/api?username=Lou", ["api", "username=lou", "username", "lou"]],
  ["a player’s head", ["a", "player's", "player", "head"]],
])("indexes %s as a whole and in parts", (text, terms) => {
  expect(tokenize(text)).toEqual(terms);
});

it.each([
  ["Żółć", "zolc"],
  ["Größe", "grosse"],
  ["Ёлка", "елка"],
  ["Ｘｂｏｘ", "xbox"],
  // Vowel signs, tatweel, alef with hamza, ta marbuta, alef maksura.
  ["لَاعِب", "لاعب"],
  ["لاعـــب", "لاعب"],
  ["إعدادات", "اعدادات"],
  ["صورة", "صوره"],
  ["مستوى", "مستوي"],
])("normalizes %s to %s", (text, term) => {
  expect(tokenize(text)).toEqual([term]);
});

it("finds an Arabic noun without its article", () => {
  expect(tokenize("واللاعب")).toEqual(["واللاعب", "لاعب"]);
  expect(tokenize("الف")).toEqual(["الف"]);
});

it("indexes Japanese in pairs, with distinct syllables", () => {
  expect(tokenize("スキンの取得")).toEqual(["スキ", "キン", "ンの", "の取", "取得", "得"]);
  expect(tokenize("が")).not.toEqual(tokenize("か"));
  expect(tokenize("ｽｷﾝ")).toEqual(tokenize("スキン"));
});

it("indexes Chinese in pairs, separate from the code in it", () => {
  expect(tokenize("发送username参数")).toEqual(["发送", "送", "username", "参数", "数"]);
});

it("indexes URLs and hashes only by their parts", () => {
  const hash = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";
  expect(tokenize(`texture=${hash}`)).toEqual(["texture", hash]);
});

const texts: DocsTexts = {
  locale: "en",
  base: "https://players.example.org",
  descriptions: messages.Contract,
  source: undefined,
  changelog: "",
  labels: messages.Docs,
  configuration: messages.Configuration,
};

function documentsOf(...blocks: readonly Block[]) {
  const description = "A head as a **square** image.";
  const page = { slug: "head", title: "Head", description, blocks, Content: () => null } as const;
  return searchDocuments([page], texts);
}

it("makes a document of each section", () => {
  const documents = documentsOf(
    { kind: "prose", text: "Ask for [a head](/docs/head), \\<now>." },
    { kind: "prose", text: "- `size` is up to you\n- so is the rest" },
    { kind: "heading", level: 2, id: "parameters", text: "Parameters of /head" },
    { kind: "Parameters", endpoint: "getSkin" },
    { kind: "note", text: "Careful." },
  );
  expect(documents).toEqual([
    {
      path: "/docs/head",
      title: "Head",
      heading: "",
      passages: [
        "A head as a square image.",
        "Ask for a head, <now>.",
        "size is up to you",
        "so is the rest",
      ],
      names: [],
      synonyms: expect.arrayContaining(["avatar", "face"]),
    },
    {
      path: "/docs/head#parameters",
      title: "Head",
      heading: "Parameters of /head",
      passages: [
        expect.stringMatching(/^username · The player: a Java name/),
        expect.stringMatching(/^uuid · An alternative to username that/),
        expect.stringMatching(/^texture · /),
        expect.stringMatching(/^type · /),
        expect.stringMatching(/^format · /),
        "Careful.",
      ],
      names: ["username", "uuid", "texture", "type", "format"],
      synonyms: [],
    },
  ]);
});

it.each([
  [{ kind: "Errors" }, "RATE_LIMITED", "RATE_LIMITED · The refresh limit is reached:"],
  [{ kind: "Headers" }, "X-Cache", "X-Cache · HIT: served from the cache."],
  [{ kind: "Configuration" }, "PORT", "PORT · The port to listen on."],
  [{ kind: "Fields", schema: "JavaProfile" }, "uuid", "uuid · The player’s Java UUID"],
  [{ kind: "Endpoint", id: "getCape" }, "/cape", "/cape · A player’s cape"],
] as const)("indexes the explanations of $kind", (block, name, passage) => {
  const [document] = documentsOf(block);
  expect(document?.names).toContain(name);
  expect(document?.passages).toContainEqual(expect.stringContaining(passage));
});

it("does not index the service's URL", () => {
  const [document] = documentsOf(
    { kind: "code", language: "bash", code: "curl {base}/api?username=Lou" },
    { kind: "prose", text: "Ask `{base}/head?username=Lou`." },
  );
  expect(document?.passages).toContain("curl /api?username=Lou");
  expect(document?.passages).toContain("Ask /head?username=Lou.");
});

it("makes a passage of each table row", () => {
  expect(passagesOf("| Name | Is |\n|---|---|\n| `a` | *one* |\n\n> Quoted\n> twice")).toEqual([
    "Name · Is",
    "a · one",
    "Quoted twice",
  ]);
});

it("makes a document of a form, which is found by its title", () => {
  const documents = documentsOf(
    { kind: "TryIt", endpoint: "getHead", id: "try-it", title: "Try it" },
    { kind: "prose", text: "More." },
  );
  expect(documents.map(({ path, heading, passages }) => [path, heading, passages])).toEqual([
    ["/docs/head", "", ["A head as a square image.", "More."]],
    ["/docs/head#try-it", "Try it", []],
  ]);
});
