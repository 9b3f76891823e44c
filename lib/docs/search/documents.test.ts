import { expect, it } from "vitest";
import messages from "../../../messages/en.json";
import { code, note, prose, section, type DocsPage, type DocsTexts } from "../page.ts";
import { passagesOf, searchDocuments } from "./documents.ts";

const words: Record<string, string> = {
  title: "Head",
  description: "A head as a **square** image.",
  intro: "Ask for [a head](head).\n\n- `size` is up to you\n- so is the rest",
  parameters: "Parameters of `/head`",
  warning: "Careful.",
  address: "Ask `https://players.example.org/head?username=Lou`.",
};

const texts: DocsTexts = {
  locale: "en",
  base: "https://players.example.org",
  text: (_page, key) => words[key] ?? "",
  meanings: messages.Contract,
  changelog: "",
  labels: messages.Docs,
  configuration: messages.Configuration,
};

function documentsOf(...blocks: DocsPage["blocks"]) {
  return searchDocuments([{ id: "head", slug: "head", blocks }], texts);
}

it("makes a document of each section", () => {
  const documents = documentsOf(
    prose("intro"),
    section("parameters", "parameters"),
    { kind: "parameters", endpoint: "getSkin" },
    note("warning"),
  );
  expect(documents).toEqual([
    {
      path: "/docs/head",
      title: "Head",
      heading: "",
      passages: [
        "A head as a square image.",
        "Ask for a head.",
        "size is up to you",
        "so is the rest",
      ],
      names: [],
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
        "Careful.",
      ],
      names: ["username", "uuid", "texture", "type"],
    },
  ]);
});

it.each([
  [{ kind: "errors" }, "RATE_LIMITED", "RATE_LIMITED · The refresh of this hour is spent."],
  [{ kind: "headers" }, "X-Cache", "X-Cache · Where the answer comes from: HIT no provider was"],
  [{ kind: "variables" }, "PORT", "PORT · The port to listen on."],
  [{ kind: "fields", schema: "JavaProfile" }, "uuid", "uuid · The player’s Java UUID"],
  [{ kind: "endpoint", endpoint: "getCape" }, "/cape", "/cape · A player’s cape texture"],
] as const)("knows what $kind explain", (block, name, passage) => {
  const [document] = documentsOf(block);
  expect(document?.names).toContain(name);
  expect(document?.passages).toContainEqual(expect.stringContaining(passage));
});

it("knows nothing of the address of the service", () => {
  const [document] = documentsOf(code("bash", "curl {base}/api?username=Lou"), prose("address"));
  expect(document?.passages).toContain("curl /api?username=Lou");
  expect(document?.passages).toContain("Ask /head?username=Lou.");
});

it("reads a table by its rows", () => {
  expect(passagesOf("| Name | Is |\n|---|---|\n| `a` | *one* |\n\n> Quoted\n> twice")).toEqual([
    "Name · Is",
    "a · one",
    "Quoted twice",
  ]);
});
