import type { Messages } from "next-intl";
import { expect, expectTypeOf, it } from "vitest";
import messages from "../../messages/en.json";
import { messageProblems } from "../../scripts/check-messages.mjs";
import type { variables } from "../../lib/configuration/configuration.ts";
import type { Descriptions } from "../../lib/contract/descriptions.ts";

const english = {
  Greeting: {
    hello: "Hello {name}, read <guide>the guide</guide> on <code>/api</code>.",
    players: "{count, plural, one {# player} other {# players}}",
  },
};

function problemsOf(greeting: object): string[] {
  return messageProblems(
    new Map([
      ["en", english],
      ["pl", { Greeting: greeting }],
    ]),
  );
}

const right = {
  hello: "Cześć {name}! <guide>Przewodnik</guide> opisuje <code>/api</code>.",
  players: "{count, plural, one {# gracz} few {# gracze} many {# graczy} other {# gracza}}",
};

it("finds nothing wrong with our messages", () => {
  expect(messageProblems()).toEqual([]);
});

it("accepts a complete translation", () => {
  expect(problemsOf(right)).toEqual([]);
});

it("names a missing message and an unknown one", () => {
  expect(problemsOf({ hello: right.hello, goodbye: "Cześć" })).toEqual([
    "pl: Greeting.players is missing.",
    "pl: Greeting.goodbye is unknown in English.",
  ]);
});

it("names a placeholder, a tag and code that a translation lost or invented", () => {
  const hello = "Cześć {nick}! <guide>Przewodnik</guide> opisuje <code>/skin</code>.";
  expect(problemsOf({ ...right, hello })).toEqual([
    "pl: Greeting.hello lacks {name}.",
    "pl: Greeting.hello lacks <code>/api</code>.",
    "pl: Greeting.hello has {nick}, which English has not.",
    "pl: Greeting.hello has <code>/skin</code>, which English has not.",
  ]);
});

it("names code and links of Markdown that a translation lost or invented", () => {
  const source = { Guide: { text: "Send `type=java`, see [errors](/docs/errors)." } };
  const translation = { Guide: { text: "Wyślij `type=jawa`, zobacz [błędy](/docs/error)." } };
  const catalogues = new Map([
    ["en", source],
    ["pl", translation],
  ]);
  expect(messageProblems(catalogues)).toEqual([
    "pl: Guide.text lacks `type=java`.",
    "pl: Guide.text lacks (/docs/errors).",
    "pl: Guide.text has `type=jawa`, which English has not.",
    "pl: Guide.text has (/docs/error), which English has not.",
  ]);
});

it("names plural forms of the language that a message lacks", () => {
  const players = "{count, plural, one {# gracz} other {# graczy}}";
  expect(problemsOf({ ...right, players })).toEqual([
    'pl: Greeting.players lacks the plural form "few".',
    'pl: Greeting.players lacks the plural form "many".',
  ]);
});

it("names a message that is empty or malformed", () => {
  expect(problemsOf({ hello: " ", players: "{count, plural, one {# gracz}" })).toEqual([
    "pl: Greeting.hello is empty.",
    expect.stringMatching(/^pl: Greeting\.players cannot be read: /),
  ]);
});

it("keeps the descriptions of the contract free of placeholders and tags, since programs read them unformatted", () => {
  expect(JSON.stringify(messages.Contract)).not.toMatch(/[<>']|\{\w+[,}]/);
});

/** `a.b.c` for every text in a tree of texts. */
type Keys<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Keys<Tree[Key]>}`;
}[keyof Tree & string];

it("explains everything in the contract and the configuration, and nothing else", () => {
  // Checked by the compiler.
  expectTypeOf<Keys<Messages["Contract"]>>().toEqualTypeOf<Keys<Descriptions>>();
  expectTypeOf<keyof Messages["Configuration"]>().toEqualTypeOf<keyof typeof variables>();
});
