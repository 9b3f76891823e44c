import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installPackages, missingPackages } from "./packages.mjs";

let project: string;
const file = (...names: string[]) => path.join(project, ...names);
const lockfile = () => readFileSync(file("package-lock.json"), "utf8");
const installedVersion = () => {
  const text = readFileSync(file("node_modules", "dep", "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
};

const archive = (version: string) => file(`dep-${version}.tgz`);

/** Puts one version of a package into the lockfile, and its archive beside that, without installing it. */
function lock(version: string) {
  const scratch = mkdtempSync(path.join(tmpdir(), "dep-"));
  mkdirSync(path.join(scratch, "package"));
  const dependency = JSON.stringify({ name: "dep", version });
  writeFileSync(path.join(scratch, "package", "package.json"), dependency);
  execFileSync("tar", ["-czf", archive(version), "-C", scratch, "package"]);
  rmSync(scratch, { recursive: true });
  const resolved = `file:${archive(version)}`;
  const manifest = { name: "project", dependencies: { dep: resolved } };
  const packages = { "": manifest, "node_modules/dep": { version, resolved } };
  writeFileSync(file("package.json"), JSON.stringify(manifest));
  writeFileSync(file("package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
}

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), "packages-"));
  lock("1.0.0");
});
afterAll(() => rmSync(project, { recursive: true }));

it("installs what is missing, and then nothing, whatever the times of the files are", () => {
  expect(missingPackages(project)).toEqual(["node_modules/dep"]);
  expect(installPackages(project)).toBe(true);
  expect(missingPackages(project)).toEqual([]);
  const later = new Date(Date.now() + 60_000);
  utimesSync(file("package-lock.json"), later, later);
  expect(missingPackages(project)).toEqual([]);
  const copy = mkdtempSync(path.join(tmpdir(), "copy-"));
  cpSync(project, copy, { recursive: true });
  expect(missingPackages(copy)).toEqual([]);
  rmSync(path.join(copy, "node_modules", "dep"), { recursive: true });
  expect(missingPackages(copy)).toEqual(["node_modules/dep"]);
  rmSync(copy, { recursive: true });
});

it("keeps what is installed until what replaces it has arrived", () => {
  const before = lockfile();
  lock("2.0.0");
  expect(missingPackages(project)).toEqual(["node_modules/dep"]);
  // As without a network: the new version cannot be had.
  rmSync(archive("2.0.0"));
  expect(installPackages(project)).toBe(false);
  expect(installedVersion()).toBe("1.0.0");
  writeFileSync(file("package-lock.json"), before);
  expect(missingPackages(project)).toEqual([]);
  lock("2.0.0");
  expect(installPackages(project)).toBe(true);
  expect(installedVersion()).toBe("2.0.0");
  expect(missingPackages(project)).toEqual([]);
});

it("needs only what belongs on this machine", () => {
  const wanted = JSON.parse(lockfile()) as { packages: Record<string, object> };
  const optional = { version: "1.0.0", optional: true };
  Object.assign(wanted.packages, {
    "node_modules/elsewhere": { ...optional, os: ["none"], cpu: [process.arch] },
    "node_modules/unbuilt": optional,
    "node_modules/here": { ...optional, os: [process.platform], cpu: [process.arch] },
    "node_modules/tool": { version: "1.0.0", dev: true },
  });
  writeFileSync(file("package-lock.json"), JSON.stringify(wanted));
  expect(missingPackages(project)).toEqual(["node_modules/here", "node_modules/tool"]);
  expect(missingPackages(project, { runtimeOnly: true })).toEqual(["node_modules/here"]);
});
