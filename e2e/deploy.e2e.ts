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
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { onPath } from "../scripts/find-browser.mjs";
import lock from "../package-lock.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };
import { startSandbox } from "../sandbox/server.ts";
import { root } from "./support/root.ts";
import { expect, test } from "./support/test.ts";

const run = promisify(execFile);

/** Whom the image is run as when these tests run as root: nobody. */
const NOBODY = 65_534;
const IMAGE_MS = 120_000;

const text = (file: string) => readFile(path.join(root, file), "utf8");

test("the image is built by the commands of the README", async () => {
  const { build } = await stages();
  const commands = build.filter(({ name }) => name === "RUN").map(({ value }) => value);
  expect(commands.slice(0, 3)).toEqual(["npm ci", "npm run build", "npm prune --omit=dev"]);
  expect(manifest.scripts).toHaveProperty("build");
});

test("the image gets all that a build reads, and nothing of this machine", async () => {
  const ignored = (await text(".dockerignore")).split("\n");
  expect(ignored).toEqual(
    expect.arrayContaining(["node_modules", ".next", "dist", "data", ".env*"]),
  );
  const prepare = await text("scripts/prepare.mjs");
  const read = /const entries = \[(.*?)\]/s.exec(prepare)?.[1]?.match(/[\w.-]+/g) ?? [];
  expect(read).toContain("app");
  expect(read.filter((entry) => ignored.includes(entry))).toEqual([]);
});

test("the image runs as somebody who owns nothing of it, and says how it is", async () => {
  const { final } = await stages();
  const valueOf = (name: string) => final.findLast((line) => line.name === name)?.value;
  expect(valueOf("USER")).toBe("node");
  expect(valueOf("STOPSIGNAL")).toBe("SIGTERM");
  expect(valueOf("EXPOSE")).toBe("3000");
  expect(valueOf("VOLUME")).toBe("/data");
  expect(valueOf("CMD")).toBe('["node", "dist/server/start.js"]');
  expect(valueOf("HEALTHCHECK")).toContain("/api/health");
  const copies = final.filter(({ name }) => name === "COPY");
  expect(copies.filter(({ value }) => !value.startsWith("--from=build "))).toEqual([]);
});

test("every package that the server imports is one of the dependencies", async () => {
  const imported = new Set<string>();
  for (const folder of ["dist/lib", "dist/server"]) {
    for (const file of await filesIn(path.join(root, folder))) {
      if (!file.endsWith(".js")) continue;
      const code = await readFile(path.join(root, folder, file), "utf8");
      for (const [, name = ""] of code.matchAll(/(?:\bfrom|\bimport\(?)\s*"([^".][^"]*)"/g)) {
        if (!isBuiltin(name))
          imported.add(
            name
              .split("/")
              .slice(0, name.startsWith("@") ? 2 : 1)
              .join("/"),
          );
      }
    }
  }
  expect([...imported]).toContain("next");
  expect([...imported].filter((name) => !(name in manifest.dependencies))).toEqual([]);
});

test("what the image holds is enough, and none of it is written to", async () => {
  test.setTimeout(IMAGE_MS);
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-image-"));
  const sandbox = await startSandbox();
  try {
    const image = await assemble(path.join(directory, "image"), path.join(directory, "build"));
    const before = await stateOf(image.directory);
    const data = path.join(directory, "data");
    const service = await start(image, data, sandbox.environment);
    try {
      await useAll(service.url);
      expect(await readdir(data)).toContain("store.mdb");
      await image.checkHealth(service.port);
    } finally {
      await service.stop();
    }
    await expect(image.checkHealth(service.port)).rejects.toThrow("Command failed");
    expect(service.complaints).toEqual([]);
    expect(await stateOf(image.directory)).toEqual(before);
  } finally {
    await sandbox.close();
    await run("chmod", ["-R", "u+w", directory]);
    await rm(directory, { recursive: true, force: true });
  }
});

test("compose runs it locked up, behind nginx", async () => {
  const services = blocksOf(await text("compose.yaml"), "services");
  expect([...services.keys()]).toEqual(["nametag", "nginx", "valkey"]);
  for (const line of [
    "context: .",
    "read_only: true",
    "cap_drop: [ALL]",
    'security_opt: ["no-new-privileges:true"]',
    "- data:/data",
    'TRUSTED_PROXY_HOPS: "1"',
  ]) {
    expect(services.get("nametag")).toContain(line);
  }
  // Only nginx is to be reached from outside: otherwise anybody could say who they are.
  expect(services.get("nametag")).not.toContain("ports:");
  expect(services.get("nginx")).toContain('- "8080:80"');
  expect(services.get("nginx")).toContain("condition: service_healthy");
  expect(services.get("nametag")).toContain("REDIS_URL: ${REDIS_URL-redis://valkey:6379}");
  const [, mounted = ""] =
    /- \.\/(\S+):\/etc\/nginx\/\S+:ro/.exec(services.get("nginx") ?? "") ?? [];
  expect(await text(mounted)).toContain("server nametag:3000;");
});

test("systemd finds nothing wrong with the unit", async () => {
  const unit = await text("deploy/nametag.service");
  for (const line of [
    "DynamicUser=yes",
    "StateDirectory=nametag",
    "ProtectSystem=strict",
    "NoNewPrivileges=yes",
    "Restart=always",
    "KillMode=mixed",
    "TimeoutStopSec=15",
  ]) {
    expect(unit.split("\n")).toContain(line);
  }
  const [, program = "", script = ""] = /^ExecStart=(\S+) (\S+)$/m.exec(unit) ?? [];
  expect(existsSync(path.join(root, script))).toBe(true);
  if (onPath(["systemd-analyze"]) === undefined) return;
  const file = test.info().outputPath("nametag.service");
  const own = unit.replace(program, process.execPath).replaceAll("/opt/nametag", root);
  await writeFile(file, own);
  const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", file]);
  const about = (stdout + stderr).split("\n").filter((line) => line.includes("nametag.service"));
  expect(about).toEqual([]);
});

/** Asks for one of everything. */
async function useAll(url: string): Promise<void> {
  const get = (target: string) => fetch(url + target);
  expect((await get("/api/health")).status).toBe(200);
  const profile = await get("/api?username=Lantern_Lou");
  expect(await profile.json()).toMatchObject({ success: true, java: { username: "Lantern_Lou" } });
  const head = await get("/head?username=Lantern_Lou&format=webp");
  expect(head.status).toBe(200);
  expect(head.headers.get("content-type")).toBe("image/webp");
  await expect.poll(async () => (await get("/en")).status, { timeout: 30_000 }).toBe(200);
  const page = await (await get("/en")).text();
  expect(page).toContain("Who is this player?");
  const [, script = ""] = /src="(\/_next\/static\/[^"]+\.js)/.exec(page) ?? [];
  expect((await get(script)).status).toBe(200);
  expect((await get("/en/nowhere")).status).toBe(404);
  expect((await get("/en/docs/changelog")).status).toBe(200);
  expect((await get("/openapi.json")).status).toBe(200);
}

interface Instruction {
  name: string;
  value: string;
}

/** The Dockerfile's two stages, one instruction in each line. */
async function stages(): Promise<{ build: Instruction[]; final: Instruction[] }> {
  const lines = (await text("Dockerfile"))
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
    "node:20-bookworm-slim AS build",
    "node:20-bookworm-slim",
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
async function assemble(image: string, workshop: string): Promise<Image> {
  const { build, final } = await stages();
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
async function start(
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
async function stateOf(directory: string): Promise<Record<string, string>> {
  const states = (await filesIn(directory)).map(async (file) => {
    const { size, mtimeMs } = await lstat(path.join(directory, file));
    return [file, `${size} ${mtimeMs}`] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** The indented blocks under one key of a YAML file, by their keys. */
function blocksOf(yaml: string, key: string): Map<string, string> {
  const [, body = ""] = new RegExp(`^${key}:\\n((?:(?: .*)?\\n)+)`, "m").exec(yaml) ?? [];
  const parts = body.split(/^ {2}(\w+):\n/m).slice(1);
  return new Map(
    Array.from({ length: parts.length / 2 }, (_, at) => [
      parts[2 * at] ?? "",
      parts[2 * at + 1] ?? "",
    ]),
  );
}
