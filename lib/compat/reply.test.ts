import { expect, it } from "vitest";
import { attachment } from "./reply.ts";

it.each([
  ["Lantern_Lou", 'filename="Lantern_Lou.png"'],
  ['a"b\\c;d', 'filename="a_b_c;d.png"'],
  ["x\r\nSet-Cookie: a=b", 'filename="xSet-Cookie_ a=b.png"'],
  ["../../etc/passwd", 'filename="_._.._etc_passwd.png"'],
  [".Mossy_Minnow", 'filename="_Mossy_Minnow.png"'],
  ["100%41", 'filename="100_41.png"'],
  ["Zoë (1)", "filename=\"Zo_ (1).png\"; filename*=UTF-8''Zo%C3%AB%20%281%29.png"],
  ["\u{1F9F1}", "filename=\"_.png\"; filename*=UTF-8''%F0%9F%A7%B1.png"],
  // Written from right to left, and half a character.
  ["\u{202E}gnp.exe", 'filename="gnp.exe.png"'],
  ["\uD800", "filename=\"_.png\"; filename*=UTF-8''%EF%BF%BD.png"],
  [" ", 'filename="image.png"'],
  ["", 'filename="image.png"'],
])("%j is a safe name", (name, expected) => {
  expect(attachment(name, "png")).toBe(`attachment; ${expected}`);
});
