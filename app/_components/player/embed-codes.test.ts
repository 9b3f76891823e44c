import { expect, it } from "vitest";
import { skinViews } from "../../../lib/contract/views.ts";
import { embedCodes } from "./embed-codes.ts";

const [head] = skinViews;

it("writes a name with signs of HTML and Markdown as text", () => {
  const url = "https://skins.example/head?username=x&size=64";
  expect(embedCodes({ url, name: '"<b>A_&_B</b>"', size: 64, view: head })).toEqual([
    ["url", url],
    [
      "html",
      '<img src="https://skins.example/head?username=x&amp;size=64" width="64" height="64" alt="&quot;&lt;b&gt;A_&amp;_B&lt;/b&gt;&quot;">',
    ],
    ["markdown", `![${String.raw`"\<b\>A\_\&\_B\</b\>"`}](${url})`],
    ["bbcode", `[img]${url}[/img]`],
  ]);
});
