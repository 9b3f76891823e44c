import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, lstat, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { imageInstruction, imageVariables, readStages } from "../../deploy/dockerfile.fixture.ts";
import { root } from "../../scripts/prepare.mjs";
import { levelOf, LISTENING, readOutput } from "./service.ts";

const run = promisify(execFile);

/** The major version of the image's Node. Here, the one of the tests assembles and runs it: CI has each. */
const IMAGE_NODE = 24;
/** The id of the user `nobody`, as whom the image runs when these tests run as root. */
const NOBODY = 65_534;

export interface Image {
  directory: string;
  variables: NodeJS.ProcessEnv;
  command: readonly string[];
  /** Runs the health check, as Docker does every ten seconds. */
  checkHealth(url: string): Promise<void>;
}

/** The content of the Dockerfile's last stage, made from the existing build. */
export async function assembleImage(directory: string): Promise<Image> {
  const { build, image } = readStages();
  const [first, base] = [build, image].map((stage) => stage[0]?.value ?? "");
  expect(first).toBe(`${base} AS build`);
  expect(base).toMatch(new RegExp(`^node:${IMAGE_NODE}\\.[\\d.]+-bookworm-slim@`));
  const assemble = build.at(-1)?.value.split(" ") ?? [];
  expect(assemble).toEqual(["node", expect.stringMatching(/^scripts\//), "/image"]);
  // As after a checkout with a umask of 077: the user of the image has to read all of it.
  const program = path.join(root, "dist", "server", "start.js");
  await chmod(program, 0o600);
  const assembled = `umask 077 && exec "$0" ${assemble[1]} "$1"`;
  await run("sh", ["-c", assembled, process.execPath, directory], { cwd: root });
  await chmod(program, 0o644);
  await run("find", [directory, "-type", "d", "-exec", "chmod", "a-w", "{}", "+"]);

  return {
    directory,
    variables: imageVariables() as NodeJS.ProcessEnv,
    command: JSON.parse(imageInstruction("CMD")) as string[],
    async checkHealth(url) {
      await run(process.execPath, healthCheck(), { env: healthVariables(url) });
    },
  };
}

/** The arguments of Node in the check that Docker runs every ten seconds. */
export function healthCheck(): string[] {
  const [, check = "[]"] = /CMD (\[.*\])$/.exec(imageInstruction("HEALTHCHECK")) ?? [];
  return (JSON.parse(check) as string[]).slice(1);
}

/** The variables of a container whose Docker has a proxy, which Node uses for every URL; here, nothing is there. */
export const healthVariables = (url: string) => ({
  NODE_ENV: "production" as const,
  PORT: new URL(url).port,
  NODE_USE_ENV_PROXY: "1",
  HTTP_PROXY: "http://127.0.0.1:9",
  http_proxy: "http://127.0.0.1:9",
});

/**
 * Runs `use` while an image's command runs without this environment and, where possible, as another user.
 * It must log neither a warning nor an error.
 */
export async function withImage(
  image: Image,
  variables: { DATA_DIR: string; [name: string]: string },
  use: (url: string) => Promise<void>,
): Promise<void> {
  const data = variables.DATA_DIR;
  const temporary = path.join(data, "tmp");
  await mkdir(temporary, { recursive: true });
  // Until now, only its owner can enter the folder around them.
  await chmod(path.dirname(data), 0o755);
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid !== undefined) {
    for (const folder of [data, temporary]) await chown(folder, NOBODY, NOBODY);
  }
  const own = { HOST: "127.0.0.1", PORT: "0", TMPDIR: temporary };
  const [, ...words] = image.command;
  const child = spawn(process.execPath, words, {
    cwd: image.directory,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...image.variables, ...variables, ...own },
    ...user,
  });
  const exited = once(child, "exit");
  // A busy machine may be the reason why Redis takes longer than the service waits for it.
  const isComplaint = (line: string) =>
    (levelOf(line) > 30 && !line.includes("No response within 150 ms")) || line.includes("⨯");
  const { url, errors: complaints } = await readOutput(child, LISTENING, isComplaint);
  try {
    await use(`http://127.0.0.1:${new URL(url).port}`);
  } finally {
    child.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  }
  expect(complaints).toEqual([]);
}

/** Every file with its size and when it was written. */
export async function stateOf(directory: string): Promise<Record<string, string>> {
  const states = (await filesIn(directory)).map(async (file) => {
    const { size, mtimeMs } = await lstat(path.join(directory, file));
    return [file, `${size} ${mtimeMs}`] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}

/** The files in a folder, by their sorted relative paths. */
export async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .toSorted();
}
