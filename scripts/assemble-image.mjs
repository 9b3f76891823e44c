// node scripts/assemble-image.mjs FOLDER: copies only what the built service reads while it runs to a new
// folder. Run it on the platform that the folder is for: packages with native code have a binary for each.
// Next's `output: "standalone"` traces only Next's own server, and each build would copy 60 MB; `npm prune` knows
// packages, not files. So imports are traced here, and what is read by its path is listed with a reason.
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import picomatch from "picomatch";
import { fail, root } from "./prepare.mjs";

const require = createRequire(import.meta.url);

/** Imported files that no service reads: types, source maps, development tools. */
const NOT_RUN = [
  "**/*.map",
  "**/*.d.{ts,cts,mts}",
  "**/react{,-dom}/**/*.development.js",
  "**/next/dist/compiled/react*/**/*.development.js",
  "**/next/dist/compiled/next-server/**/*.dev.js",
  "**/next/dist/{docs,pages}/**",
  // Only `next dev` imports these, and what they import.
  "**/next/dist/server/**/{next-dev-server,next-typescript,setup-dev-bundler}.js",
  "**/{thread-stream,sonic-boom}/test/**",
  // Written by the build for the next build, for editors, and for this script.
  ".next/{build,cache,dev,diagnostics,types}/**",
  ".next/{trace,trace-build}",
  ".next/**/*.nft.json",
];
const isNotRun = picomatch(NOT_RUN, { dot: true });

/** Files that are read by path, not imported, relative to the root of the project. */
function readByPath() {
  return [
    // The pages: prerendered ones, and the code of the others.
    ".next",
    // Next's settings.
    "next.config.mjs",
    "node_modules/next/constants.js",
    // Next resolves these by names that it hides from tracers, whenever it reads its settings, and does not start
    // without them; only what `output: "standalone"` starts does without, by a variable that is private to Next.
    "node_modules/next/dist/compiled/@babel/runtime/package.json",
    "node_modules/next/dist/compiled/webpack",
    // Static files.
    "public",
    // Texts of the front server's own pages, and of API errors.
    "messages",
    // The version, and the module type.
    "package.json",
    // The documentation shows them.
    "CHANGELOG.md",
    "content/recipes",
    "LICENSE",
    nativeProgram("@photostructure/sqlite"),
  ];
}

/**
 * The program that a package chooses at run time, by platform and C library.
 *
 * @param {string} name
 */
function nativeProgram(name) {
  const manifest = require.resolve(`${name}/package.json`);
  /** @type {{ path: (folder: string) => string }} */
  const { path: programIn } = createRequire(manifest)("node-gyp-build");
  return path.relative(root, programIn(path.dirname(manifest)));
}

/** Everything that the programs of the service import. */
async function imported() {
  const pages = tracesOfNext();
  const programs = ["start", "data", "doctor", "next-thread"].map((name) =>
    path.join(root, "dist", "server", `${name}.js`),
  );
  const { fileList, esmFileList } = await nodeFileTrace(programs, {
    base: root,
    processCwd: root,
    // Which files of a package Node reads depends on its version.
    moduleSyncCatchall: true,
    // Files that are read by path are copied unchanged.
    ignore: (file) => /^(\.next|messages)\//.test(file) || isNotRun(file),
    readFile: async (file) => textOf(file, pages),
  });
  return [...pages, ...fileList, ...esmFileList];
}

/** The imports of the routes, as traced by Next while building. */
function tracesOfNext() {
  const traces = filesIn(".next").filter(
    (file) => file.endsWith(".nft.json") && file.startsWith(".next/server/"),
  );
  return new Set(
    traces.flatMap((trace) => {
      /** @type {{ files: string[] }} */
      const { files } = JSON.parse(readFileSync(path.join(root, trace), "utf8"));
      return files.map((file) => path.join(path.dirname(trace), file));
    }),
  );
}

/**
 * Skips parsing Next's own bundles, most of the code: they are already traced.
 *
 * @param {string} file
 * @param {ReadonlySet<string>} traced
 */
function textOf(file, traced) {
  const known = path.relative(root, file);
  if (/^node_modules\/next\/dist\/compiled\/.*\.c?js$/.test(known) && traced.has(known)) return "";
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : null;
}

/**
 * The licences of the packages that files belong to.
 *
 * @param {readonly string[]} files
 */
function licencesOf(files) {
  const packages = files.map((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]);
  return [...new Set(packages.filter((folder) => folder !== undefined))].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
      .map((name) => path.join(folder, name)),
  );
}

/**
 * A file, or the files under a folder. Links are files.
 *
 * @param {string} entry
 * @returns {string[]}
 */
function filesIn(entry) {
  if (!lstatSync(path.join(root, entry)).isDirectory()) return [entry];
  return readdirSync(path.join(root, entry)).flatMap((name) => filesIn(path.join(entry, name)));
}

const [folder] = process.argv.slice(2);
if (folder === undefined) fail("Say which folder to make: node scripts/assemble-image.mjs FOLDER");
if (existsSync(folder)) fail(`${folder} exists already.`);
const isBuilt = existsSync(path.join(root, ".next", "BUILD_ID"));
if (!isBuilt) fail("There is no build: run npm run build.");

// A checkout with another umask has files for its owner alone: the user of the image reads all of them.
process.umask(0o022);
const found = new Set([...readByPath().flatMap(filesIn), ...(await imported())]);
const kept = [...found].filter((file) => !isNotRun(file));
for (const file of new Set([...kept, ...licencesOf(kept)])) {
  cpSync(path.join(root, file), path.join(folder, file), {
    preserveTimestamps: true,
    // Node 24 wants it for a link to a folder.
    recursive: true,
    verbatimSymlinks: true,
  });
  const copy = path.join(folder, file);
  const stats = lstatSync(copy);
  if (stats.isFile()) chmodSync(copy, stats.mode & 0o100 ? 0o755 : 0o644);
}
