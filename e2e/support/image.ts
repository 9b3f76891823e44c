import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, lstat, mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { root } from "../../scripts/prepare.mjs";
import { expect } from "./test.ts";

const run = promisify(execFile);

/** The id of the user `nobody`, as whom the image runs when these tests run as root. */
const NOBODY = 65_534;

interface Instruction {
  name: string;
  value: string;
}

/** The Dockerfile's two stages, one instruction in each line. */
export async function readStages(): Promise<{ build: Instruction[]; final: Instruction[] }> {
  const lines = (await readFile(path.join(root, "Dockerfile"), "utf8"))
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", ...value] = line.split(" ");
      return { name, value: value.join(" ") };
    });
  const starts = lines.flatMap(({ name }, at) => (name === "FROM" ? [at] : []));
  expect(starts.map((at) => lines[at]?.value)).toEqual([
    "node:24-bookworm-slim AS build",
    "node:24-bookworm-slim",
  ]);
  return { build: lines.slice(0, starts[1]), final: lines.slice(starts[1]) };
}

export interface Image {
  directory: string;
  variables: NodeJS.ProcessEnv;
  command: readonly string[];
  /** Runs the health check, as Docker does every ten seconds. */
  checkHealth(port: number): Promise<void>;
}

/** The content of the Dockerfile's last stage, made from the existing build. */
export async function assembleImage(directory: string): Promise<Image> {
  const { build, final } = await readStages();
  const assemble = build.at(-1)?.value.split(" ") ?? [];
  expect(assemble).toEqual(["node", expect.stringMatching(/^scripts\//), "/image"]);
  await run(process.execPath, [assemble[1] ?? "", directory], { cwd: root });
  await run("find", [directory, "-type", "d", "-exec", "chmod", "a=rx", "{}", "+"]);

  const valueOf = (name: string) => final.findLast((line) => line.name === name)?.value ?? "";
  const variables = valueOf("ENV")
    .split(" ")
    .map((pair) => pair.split("=") as [string, string]);
  const health = JSON.parse(/CMD (\[.*\])$/.exec(valueOf("HEALTHCHECK"))?.[1] ?? "[]") as string[];
  return {
    directory,
    variables: Object.fromEntries(variables) as NodeJS.ProcessEnv,
    command: JSON.parse(valueOf("CMD")) as string[],
    async checkHealth(port) {
      await run(process.execPath, health.slice(1), {
        env: { NODE_ENV: "production", PORT: String(port) },
      });
    },
  };
}

interface Running {
  url: string;
  port: number;
  /** Logged warnings and errors. */
  complaints: string[];
  stop(): Promise<void>;
}

/** Starts an image's command without this environment and, where possible, as another user. */
export async function startImage(
  image: Image,
  data: string,
  variables: Record<string, string>,
): Promise<Running> {
  const temporary = path.join(data, "tmp");
  await mkdir(temporary, { recursive: true });
  // Until now, only its owner can enter the folder around them.
  await chmod(path.dirname(data), 0o755);
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid !== undefined) {
    for (const folder of [data, temporary]) await chown(folder, NOBODY, NOBODY);
  }
  const own = { DATA_DIR: data, HOST: "127.0.0.1", PORT: "0", TMPDIR: temporary };
  const [, ...words] = image.command;
  const child = spawn(process.execPath, words, {
    cwd: image.directory,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...image.variables, ...variables, ...own },
    ...user,
  });
  const exited = once(child, "exit");
  const complaints: string[] = [];
  const port = await portOf(child, complaints);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    complaints,
    async stop() {
      child.kill("SIGTERM");
      expect(await exited).toEqual([0, null]);
    },
  };
}

function portOf({ stdout }: ChildProcess, complaints: string[]): Promise<number> {
  if (stdout === null) throw new Error("The image has no standard output.");
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      const level = Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0);
      if (level > 30 || line.includes("⨯")) complaints.push(line);
      const port = /"address":"http:\/\/localhost:(\d+)"/.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    lines.once("close", () => reject(new Error("The image ended before it listened.")));
  });
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
