import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { format } from "prettier";
import { expect, it } from "vitest";
import { BEDROCK_PROVIDERS, GEYSER_OPERATIONS } from "./bedrock.ts";
import { type Dependency, type Outcomes, outcomesOf, type Question } from "./dependency.ts";
import { FAULTS } from "./faults.ts";
import { EXTRAS, JAVA } from "./java.ts";

const FILE = path.resolve("docs/fault-matrix.md");

it("docs/fault-matrix.md agrees with the tables", async () => {
  const text = await describeMatrix();
  if (process.env["WRITE_FAULT_MATRIX"] !== undefined) await writeFile(FILE, text);
  const written = await readFile(FILE, "utf8").catch(() => "");
  const hint = "Run: WRITE_FAULT_MATRIX=1 npx vitest run lib/testing/fault-matrix/document.test.ts";
  expect(written === text, hint).toBe(true);
});

/** The tables of the document, in its order. */
const CHAPTERS: readonly (readonly [string, readonly Dependency[]])[] = [
  ["Java", JAVA],
  ["Pictures and the name history", EXTRAS],
  ["Bedrock: what Geyser is asked", GEYSER_OPERATIONS],
  ["Bedrock: whole providers", BEDROCK_PROVIDERS],
];

const INTRODUCTION = `# When a provider fails

What a visitor gets while something is wrong with one of the providers that Nametag asks. In each cell
the first word is for a player who was not known before, the second for one who was known but is past
every freshness; a third is for when the provider said the same again a minute later. The tables are
made from those that the tests in \`lib/testing/fault-matrix\` run, so each cell is a test; after a fault
has ended, every one of them is right again within minutes, without a restart.

| Word | What a visitor gets |
| --- | --- |
| right | The truth, fresh: another provider was asked, or none had to be |
| old | What was known before, whole: \`stale: true\`, \`X-Cache: STALE\`, and a warning when a call failed |
| part old | Fresh but for a part from before; marked like \`old\` |
| in part | Fresh, without what could not be asked: null or left out, with a warning |
| as told | Fresh, without what the provider itself says is not there |
| with less | Fresh, without an extra that no answer waits for |
| drawn | A head drawn by Nametag instead of a default one, for a minute |
| 404 | \`NOT_FOUND\`; a head is the default one |
| 502 | \`BAD_GATEWAY\` with \`Retry-After\` and \`no-store\`; a picture is a placeholder |
| – | Cannot happen, or nobody could tell: an answer that names nobody, about somebody else |

Where an answer comes too slowly (no answer, headers or a body that drip), a known player is shown as
\`old\` after 1.5 seconds even where the table says \`right\`, and the new answer is kept when it comes.
`;

/** A column: a dependency and a request. */
interface Column {
  title: string;
  dependency: Dependency;
  question: Question;
}

/** The document for the tables of the matrix. */
async function describeMatrix(): Promise<string> {
  const chapters = CHAPTERS.flatMap(([title, dependencies]) => {
    const columns = dependencies.flatMap(columnsOf);
    const profiles = columns.filter(({ question }) => question.target.startsWith("/api"));
    const images = columns.filter((column) => !profiles.includes(column));
    return [
      `## ${title}`,
      ...(profiles.length > 0 ? ["### Profiles", describeTable(profiles)] : []),
      ...(images.length > 0 ? ["### Pictures", describeTable(images)] : []),
    ];
  });
  const text = [INTRODUCTION, ...chapters].join("\n\n");
  return format(text, { parser: "markdown", printWidth: 100 });
}

function columnsOf(dependency: Dependency): Column[] {
  return dependency.questions.map((question) => {
    const isPlain = question.name === "profile" || question.name === "head";
    const title = isPlain ? dependency.name : `${dependency.name}: ${question.name}`;
    return { title, dependency, question };
  });
}

function describeTable(columns: readonly Column[]): string {
  const rows = FAULTS.map(({ name }) => [
    name,
    ...columns.map(({ dependency, question }) =>
      describeCell(outcomesOf(dependency, question, name)),
    ),
  ]).filter(([, ...cells]) => cells.some((cell) => cell !== NEVER));
  const head = ["", ...columns.map(({ title }) => title)];
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

const NEVER = "–";

function describeCell(outcomes: Outcomes | null): string {
  if (outcomes === null) return NEVER;
  const { cold, warm, twice } = outcomes;
  const words = [cold, warm, ...(twice && twice.is !== warm.is ? [twice] : [])];
  return words.map(({ is }) => is).join(" / ");
}
