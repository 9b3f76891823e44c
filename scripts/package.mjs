// npm run package: makes dist/nametag-<version>.tar.gz, which runs on machines that cannot build, for their system.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fail, prepare, root, step } from "./prepare.mjs";

await prepare();
/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const name = `nametag-${version}`;
const parent = path.join(root, "dist", "package");
const archive = path.join(root, "dist", `${name}.tar.gz`);
rmSync(parent, { recursive: true, force: true });
mkdirSync(parent, { recursive: true });

step("Collecting the files that the service reads");
const folder = path.join(parent, name);
run(process.execPath, [path.join(root, "scripts", "assemble-image.mjs"), folder]);
cpSync(path.join(root, "scripts", "packaged-start.mjs"), path.join(folder, "start.mjs"));
writeFileSync(
  path.join(folder, "platform.json"),
  JSON.stringify({ platform: process.platform, arch: process.arch }),
);
// An archive that is there is a whole one.
run("tar", ["-czf", `${archive}.new`, "-C", parent, name]);
cpSync(`${archive}.new`, archive);
rmSync(`${archive}.new`);
rmSync(parent, { recursive: true });
const megabytes = Math.round(statSync(archive).size / 1e6);
console.log(
  `\n${path.relative(process.cwd(), archive)}: ${megabytes} MB, for ${process.platform} on ${process.arch}`,
);
console.log(
  `Unpack it anywhere, and run  node start.mjs  in its folder: Node 20.19 or newer, nothing else.`,
);

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (status !== 0)
    fail(`${path.basename(program)} ${args[0]} failed. ${error?.message ?? ""}`.trim());
}
