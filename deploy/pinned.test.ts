import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const text = (file: string) => readFileSync(path.join(root, file), "utf8");

const WORKFLOWS = readdirSync(path.join(root, ".github", "workflows")).map(
  (file) => `.github/workflows/${file}`,
);

const COMPOSE = ["compose.yaml", "compose.cluster.yaml"];

/** The version that a digest belongs to is named beside it. */
const IMAGE = /^[a-z/]+:\d+\.\d+\.\d+-[a-z-]+@sha256:[0-9a-f]{64}$/;
const ACTION = /^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/** The texts after a word at the start of a line, such as a key of YAML. */
function valuesOf(file: string, word: string): string[] {
  const lines = text(file).matchAll(new RegExp(`^[\\s-]*${word}[ \\t]+(.+)$`, "gm"));
  return [...lines].map(([, value = ""]) => value);
}

describe("what others publish is pinned by a digest", () => {
  const stages = valuesOf("Dockerfile", "FROM").map((value) => value.replace(/ AS \w+$/, ""));
  it.each(stages)("FROM %s", (image) => expect(image).toMatch(IMAGE));

  const composed = COMPOSE.flatMap((file) => valuesOf(file, "image:"));
  it.each(composed)("image: %s", (image) => expect(image).toMatch(IMAGE));

  it("one Valkey is like the other", () => {
    expect(new Set(composed.filter((image) => image.startsWith("valkey/"))).size).toBe(1);
  });

  it.each(WORKFLOWS.flatMap((file) => valuesOf(file, "uses:")))("uses: %s", (action) =>
    expect(action).toMatch(ACTION),
  );

  // Those of the matrix, and any that is named in a command.
  const named = WORKFLOWS.flatMap((file) => text(file).match(/\bnode:\d\S*/g) ?? []);
  it.each(named)("%s in a workflow", (image) => expect(image).toMatch(IMAGE));

  it("finds all of them", () => {
    expect([stages.length, composed.length]).toEqual([2, 3]);
    expect(named).toHaveLength(5);
    const containers = WORKFLOWS.flatMap((file) => valuesOf(file, "(?:container|image):"));
    expect(containers).toEqual(["${{ matrix.image }}", named[1], named[1]]);
  });
});

it("Dependabot proposes newer ones", () => {
  expect(valuesOf(".github/dependabot.yml", "package-ecosystem:")).toEqual(
    expect.arrayContaining(["docker", "docker-compose", "github-actions"]),
  );
});
