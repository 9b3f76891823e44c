import { expect, it } from "vitest";
import { tokenize } from "./tokenize.ts";

it.each([
  ["X-Texture-Source", ["x-texture-source", "texture", "source"]],
  ["xuid_decimal", ["xuid_decimal", "xuid", "decimal"]],
  ["INVALID_PARAMETER", ["invalid_parameter", "invalid", "parameter"]],
  ["default=404", ["default=404", "default", "404"]],
  ["/api?username=Lou", ["api", "username=lou", "username", "lou"]],
  ["a player’s head", ["a", "player's", "player", "head"]],
])("keeps %s whole and takes it apart", (text, terms) => {
  expect(tokenize(text)).toEqual(terms);
});

it.each([
  ["Résumé", "resume"],
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
])("spells %s like %s", (text, term) => {
  expect(tokenize(text)).toEqual([term]);
});

it("finds an Arabic noun without its article", () => {
  expect(tokenize("واللاعب")).toEqual(["واللاعب", "لاعب"]);
  expect(tokenize("الف")).toEqual(["الف"]);
});

it("takes Japanese in pairs, keeping its syllables apart", () => {
  expect(tokenize("スキンの取得")).toEqual(["スキ", "キン", "ンの", "の取", "取得", "得"]);
  expect(tokenize("が")).not.toEqual(tokenize("か"));
  expect(tokenize("ｽｷﾝ")).toEqual(tokenize("スキン"));
});

it("takes Chinese in pairs, apart from the code in it", () => {
  expect(tokenize("发送username参数")).toEqual(["发送", "送", "username", "参数", "数"]);
});

it("leaves addresses and hashes to their parts", () => {
  const hash = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";
  expect(tokenize(`texture=${hash}`)).toEqual(["texture", hash]);
});
