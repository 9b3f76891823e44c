import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { docsProblems } from "../../scripts/check-docs.mjs";
import { routing } from "../i18n/routing.ts";
import { slugs } from "./pages.ts";

it("finds nothing wrong with our pages", () => {
  expect(docsProblems()).toEqual([]);
});

it("has the pages of the sidebar in every language of the site", () => {
  expect(readdirSync("content/docs").toSorted()).toEqual([...routing.locales].toSorted());
  const files = slugs.map((slug) => `${slug}.mdx`);
  expect(readdirSync("content/docs/en").toSorted()).toEqual(files.toSorted());
});

const english = `---
title: "Head"
description: "A face, as \`/head\` returns it."
---

<Endpoint id="getHead" />

## Query parameters [#parameters]

<Parameters endpoint="getHead" />

<TryIt endpoint="getHead" id="try-it" title="Try it" />

## Whose head [#edition]

Send \`type=java\`, or follow [the start](/docs#hello):

- a name
- a UUID

\`\`\`html title="HTML"
<img src="{base}/head">
\`\`\`

<Fold>

### Errors [#errors]

| Status | Body |
| --- | --- |
| 404 | a head |

</Fold>

<Picture file="poses" alt="The poses" />

<Recipe file="lookup.mjs" />
`;

const polish = english
  .replace('"Head"', '"Głowa"')
  .replace("A face, as `/head` returns it.", "`/head` zwraca twarz.")
  .replace("Query parameters", "Parametry")
  .replace("Try it", "Wypróbuj")
  .replace(
    "Send `type=java`, or follow [the start](/docs#hello)",
    "Zajrzyj do [początku](/docs#hello) albo wyślij `type=java`",
  )
  .replace("The poses", "Pozy");

const start = `---
title: "Start"
description: "How to begin."
---

## Hello [#hello]

Nametag is *free*.
`;

type Files = Readonly<Record<string, string>>;
const right: Files = {
  "en/head.mdx": english,
  "en/index.mdx": start,
  "pl/head.mdx": polish,
  "pl/index.mdx": start,
};

/** The problems of these pages; files begin with their language. */
function problemsOf(files: Files): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "docs-"));
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), source);
  }
  const problems = docsProblems(folder);
  rmSync(folder, { recursive: true });
  return problems.map((problem) => problem.replace(/^\S*\/(?=(en|pl)\/)/, ""));
}

it("accepts a complete translation, whose words are in another order", () => {
  expect(problemsOf(right)).toEqual([]);
});

it("knows the other names of a language", () => {
  const named = (name: string) => english.replace("```html", `\`\`\`${name}`);
  const pages = {
    "en/head.mdx": named("javascript"),
    "pl/head.mdx": polish.replace("```html", "```js"),
  };
  expect(problemsOf({ ...right, ...pages })).toEqual([]);
});

it("names a page that is missing, and one that English has not", () => {
  const { "pl/index.mdx": moved = "", ...others } = right;
  expect(problemsOf({ ...others, "pl/start.mdx": moved })).toEqual([
    "pl/head.mdx:16: links to /docs#hello, but there is no such page.",
    "pl/index.mdx is missing.",
    "pl/start.mdx has no page in English.",
  ]);
});

/** Text of the Polish page about heads, the text that replaces it, and the problems with their lines. */
const mistakes: Readonly<Record<string, readonly [from: string, to: string, problems: string[]]>> =
  {
    "lacks a component": [
      '<Parameters endpoint="getHead" />\n\n',
      "",
      ['10: lacks <Parameters endpoint="getHead" /> (line 10 in English).'],
    ],
    "lacks a heading": [
      "## Whose head [#edition]\n\n",
      "",
      ["16: lacks ## [#edition] (line 14 in English)."],
    ],
    "has a heading of another level": [
      "## Whose head",
      "### Whose head",
      ["14: lacks ## [#edition] (line 14 in English).", "14: has ### [#edition], unlike English."],
    ],
    "folds something else": [
      '| 404 | a head |\n\n</Fold>\n\n<Picture file="poses" alt="Pozy" />',
      '| 404 | a head |\n\n<Picture file="poses" alt="Pozy" />\n\n</Fold>',
      ["33: lacks </Fold> (line 33 in English).", "35: has </Fold>, unlike English."],
    ],
    "has other code": [
      "{base}/head",
      "{base}/skin",
      [
        '21: lacks html code titled "HTML" (line 21 in English).',
        '21: has html code titled "HTML", unlike English.',
      ],
    ],
    "has code in another language": [
      '```html title="HTML"',
      '```http title="HTML"',
      [
        '21: lacks html code titled "HTML" (line 21 in English).',
        '21: has http code titled "HTML", unlike English.',
      ],
    ],
    "has a shorter list": [
      "- a UUID\n",
      "",
      ["18: lacks a list of 2 (line 18 in English).", "18: has a list of 1, unlike English."],
    ],
    "has a longer table": [
      "| 404 | a head |",
      "| 404 | a head |\n| 502 | a head |",
      [
        "29: lacks a table of 2 columns and 1 rows (line 29 in English).",
        "29: has a table of 2 columns and 2 rows, unlike English.",
      ],
    ],
    "has other inline code": [
      "`type=java`",
      "`type=jawa`",
      ["14: lacks `type=java` (line 16 in English).", "16: has `type=jawa`, unlike English."],
    ],
    "has other code in its description": [
      "`/head` zwraca",
      "Głowa zwraca",
      ["1: lacks `/head` (line 1 in English)."],
    ],
    "links elsewhere": [
      "](/docs#hello)",
      "](/docs)",
      [
        "14: lacks a link to /docs#hello (line 16 in English).",
        "16: has a link to /docs, unlike English.",
      ],
    ],
  };

it.each(Object.entries(mistakes))("says that a translation %s", (_, [from, to, problems]) => {
  const page = polish.replace(from, to);
  expect(page).not.toBe(polish);
  expect(problemsOf({ ...right, "pl/head.mdx": page })).toEqual(
    problems.map((problem) => `pl/head.mdx:${problem}`),
  );
});

/** The same for a page in both languages, which are wrong alike. */
const faults: typeof mistakes = {
  "has no title": ['title: "Start"\n', "", ["1: has no title."]],
  "has no front matter": [
    start.slice(0, start.indexOf("##")),
    "",
    ["1: has no title.", "1: has no description."],
  ],
  "cannot be read": ["*free*", "<free", ["8: cannot be read: "]],
  "has front matter that cannot be read": ['"Start"', '"Start', ["2: cannot be read: "]],
  "has an unknown component": [
    "Nametag",
    "<Foo />",
    ["8: has <Foo>, which is no component of pages."],
  ],
  "has an unknown attribute": [
    "Nametag is *free*.",
    '<Changelog of="1" />',
    ['8: has <Changelog> with the unknown attribute "of".'],
  ],
  "lacks an attribute": [
    "Nametag is *free*.",
    '<Picture file="poses" />',
    ['8: has <Picture> without the attribute "alt".'],
  ],
  "has an expression as an attribute": [
    "Nametag is *free*.",
    "<Gallery of={head} />",
    [
      "8: has <Gallery> with an attribute that is no text.",
      '8: has <Gallery> without the attribute "of".',
    ],
  ],
  "has an expression": [
    "*free*",
    "{base}",
    ["8: is no program. Write \\{ for a brace, and {base} in code alone."],
  ],
  "has the URL of the service outside of code": [
    "*free*",
    "\\{base}",
    ["8: has {base}, which works in code alone."],
  ],
  "has a heading without an id": [
    "Nametag is *free*.",
    "## More",
    ["8: has a heading without an id. Write [#id] at its end."],
  ],
  "has an id twice": ["Nametag is *free*.", "## More [#hello]", ["8: has the id hello again."]],
  "has the id of fields twice": [
    "Nametag is *free*.",
    '## More [#fields-profile]\n\n<Fields schema="Profile" />',
    ["10: has the id fields-profile again."],
  ],
  "has an id of other characters": [
    "Nametag is *free*.",
    "## More [#So_much]",
    ["8: has the id So_much, which is not of a-z, 0-9 and hyphens."],
  ],
  "has a third level before the second": [
    "## Hello",
    "### Hello",
    ["6: has a ### before the first ##."],
  ],
  "has a heading of another level": [
    "Nametag is *free*.",
    "# More [#more]",
    ["8: has a heading besides ## and ###."],
  ],
  "has code without a language": [
    "Nametag is *free*.",
    "```\nfree\n```",
    ["8: has code without a language."],
  ],
  "has code in an unknown language": [
    "Nametag is *free*.",
    "```rusty\nfree\n```",
    ['8: has code in the unknown language "rusty". Write one of bash, '],
  ],
  "links to a page that is not there": [
    "*free*",
    "[free](/docs/free)",
    ["8: links to /docs/free, but there is no such page."],
  ],
  "links to a file of a page": [
    "*free*",
    "[free](/docs/index)",
    ["8: links to /docs/index, but there is no such page."],
  ],
  "links to a section that is not there": [
    "*free*",
    "[free](/docs/head#free)",
    ["8: links to /docs/head#free, but the page has no such id."],
  ],
  "shows a program that is not there": [
    "Nametag is *free*.",
    '<Recipe file="free.mjs" />',
    ["8: shows content/recipes/free.mjs, which does not exist."],
  ],
  "shows a picture that is not there": [
    "Nametag is *free*.",
    '<Picture file="free" alt="Free" />',
    ["8: shows public/pictures/free.png, which does not exist."],
  ],
};

it.each(Object.entries(faults))("says that a page %s", (_, [from, to, problems]) => {
  const page = start.replace(from, to);
  expect(page).not.toBe(start);
  expect(problemsOf({ ...right, "en/index.mdx": page, "pl/index.mdx": page })).toEqual(
    ["en", "pl"].flatMap((locale) =>
      problems.map((problem) => expect.stringContaining(`${locale}/index.mdx:${problem}`)),
    ),
  );
});

it("knows links to pages, to forms and fields, to files, and elsewhere", () => {
  const links = [
    "/",
    "/docs",
    "/docs/head",
    "/docs/head#try-it",
    "/docs/head#errors",
    "/docs/head#fields-profile",
    "/openapi.json",
    "https://example.org",
  ];
  const page = `${start}\n${links.map((link) => `[link](${link})`).join("\n")}\n`;
  const head = `${english}\n<Fields schema="Profile" />\n`;
  expect(problemsOf({ "en/head.mdx": head, "en/index.mdx": page })).toEqual([]);
});
