import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  copyFile,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
} from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import lock from "../../package-lock.json" with { type: "json" };
import { root } from "../../scripts/prepare.mjs";
import { expect } from "./test.ts";

const run = promisify(execFile);

/** Whom the image is run as when these tests run as root: nobody. */
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

interface Image {
  directory: string;
  variables: NodeJS.ProcessEnv;
  command: readonly string[];
  /** What Docker does every ten seconds. */
  checkHealth(port: number): Promise<void>;
}

/** What the last stage of the Dockerfile holds, from the build that is there. */
export async function assembleImage(image: string, workshop: string): Promise<Image> {
  const { build, final } = await readStages();
  await mkdir(workshop);
  await mkdir(image);
  const built = ["package.json", "next.config.mjs", "public", "messages", ".next", "dist"];
  for (const entry of [...built, "CHANGELOG.md"]) {
    await place(path.join(root, entry), path.join(workshop, entry));
  }
  for (const name of productionPackages()) {
    await place(path.join(root, name), path.join(workshop, name));
  }
  const commands = build.filter(({ name, value }) => name === "RUN" && !value.startsWith("npm "));
  for (const { value } of commands) await run("sh", ["-c", value], { cwd: workshop });

  for (const { name, value } of final) {
    if (name !== "COPY") continue;
    const sources = value.split(" ").slice(1);
    const target = sources.pop() ?? "";
    for (const source of sources) {
      const from = path.join(workshop, path.relative("/app", source));
      expect(existsSync(from), `${source} is there to be copied`).toBe(true);
      await place(
        from,
        path.join(image, target, target.endsWith("/") ? path.basename(source) : ""),
      );
    }
  }
  await rm(workshop, { recursive: true });
  await run("find", [image, "-type", "d", "-exec", "chmod", "a=rx", "{}", "+"]);

  const valueOf = (name: string) => final.findLast((line) => line.name === name)?.value ?? "";
  const variables = valueOf("ENV")
    .split(" ")
    .map((pair) => pair.split("=") as [string, string]);
  const health = JSON.parse(/CMD (\[.*\])$/.exec(valueOf("HEALTHCHECK"))?.[1] ?? "[]") as string[];
  return {
    directory: image,
    variables: Object.fromEntries(variables) as NodeJS.ProcessEnv,
    command: JSON.parse(valueOf("CMD")) as string[],
    async checkHealth(port) {
      await run(process.execPath, health.slice(1), {
        env: { NODE_ENV: "production", PORT: String(port) },
      });
    },
  };
}

/** The folders of all packages that are installed without those for development. */
function productionPackages(): string[] {
  const packages = Object.entries(lock.packages as Record<string, { dev?: boolean }>);
  const names = packages.flatMap(([name, { dev = false }]) => (name === "" || dev ? [] : [name]));
  // Packages within packages come with those around them.
  return names.filter(
    (name) => name.lastIndexOf("node_modules/") === 0 && existsSync(path.join(root, name)),
  );
}

/** Copies a file or folder by links to the same bytes where that can be. */
async function place(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  const state = await lstat(from);
  if (state.isDirectory()) {
    await mkdir(to, { recursive: true });
    const names = (await readdir(from)).filter((name) => !NOT_PLACED.has(path.join(from, name)));
    await Promise.all(names.map((name) => place(path.join(from, name), path.join(to, name))));
  } else if (state.isSymbolicLink()) {
    await symlink(await readlink(from), to);
  } else {
    await link(from, to).catch(() => copyFile(from, to));
  }
}

/** What building leaves for the next time, and what development leaves. */
const NOT_PLACED = new Set(["cache", "dev"].map((name) => path.join(root, ".next", name)));

interface Running {
  url: string;
  port: number;
  /** What it logged as worse than information. */
  complaints: string[];
  stop(): Promise<void>;
}

/** Starts an image's command as another user, where that can be, with nothing of this environment. */
export async function startImage(
  image: Image,
  data: string,
  providers: Record<string, string>,
): Promise<Running> {
  const temporary = path.join(data, "tmp");
  await mkdir(temporary, { recursive: true });
  // The folder around them is its maker's alone until now.
  await chmod(path.dirname(data), 0o755);
  const nobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (nobody.uid !== undefined) {
    for (const folder of [data, temporary]) await chown(folder, NOBODY, NOBODY);
  }
  const own = { DATA_DIR: data, HOST: "127.0.0.1", PORT: "0", TMPDIR: temporary };
  const [, ...words] = image.command;
  const child = spawn(process.execPath, words, {
    cwd: image.directory,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...image.variables, ...providers, ...own },
    ...nobody,
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

/** The files under a folder, by their paths from it, in order. */
export async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .toSorted();
}
