// node scripts/assemble-image.mjs FOLDER: copies what the built service reads while it runs, and nothing
// else, to a folder that does not exist yet. Run it on the platform that the folder is for: packages with
// native code have a program for each. See docs/decisions/024-what-the-image-holds.md.
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fail, root } from "./prepare.mjs";

const require = createRequire(import.meta.url);
// Next traces with it while building, and ships it.
const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft");
const picomatch = require("next/dist/compiled/picomatch");

/** What imports lead to that no service reads: types, source maps, programs for development. */
const NOT_RUN = [
  "**/*.map",
  "**/*.d.{ts,cts,mts}",
  "**/react{,-dom}/**/*.development.js",
  "**/next/dist/compiled/react*/**/*.development.js",
  "**/next/dist/compiled/next-server/**/*.dev.js",
  "**/next/dist/compiled/webpack/bundle5.js",
  "**/next/dist/{docs,pages}/**",
  "**/next/dist/server/dev/next-dev-server.js",
  "**/next/dist/server/dev/hot-reloader-{rspack,turbopack,webpack}.js",
  "**/next/dist/server/lib/router-utils/setup-dev-bundler.js",
  "**/next/dist/lib/upgrade/**",
  "**/{thread-stream,sonic-boom}/test/**",
  // What the build writes for the next build, for editors, and for this program.
  ".next/{build,cache,dev,diagnostics,types}/**",
  ".next/{trace,trace-build}",
  ".next/**/*.nft.json",
  // `next.config.mjs` imports these while building.
  "node_modules/next-intl/**",
  "scripts/**",
];
const isNotRun = picomatch(NOT_RUN, { dot: true });

/** What is read by a path that no import shows, from the root of the project. */
function readByPath() {
  return [
    // The pages: the rendered ones, and the code of the others.
    ".next",
    // Files that are served as they are.
    "public",
    // The small pages that the front answers with itself, and what the API's errors say.
    "messages",
    // The version, and that programs are ES modules.
    "package.json",
    // The page of the documentation that says what changed.
    "CHANGELOG.md",
    "LICENSE",
    // Next looks up the addresses of these when it reads its configuration; it loads none.
    "node_modules/next/dist/compiled/webpack",
    "node_modules/next/dist/compiled/@babel/runtime/package.json",
    nativeProgram("@photostructure/sqlite"),
  ];
}

/** The program that a package chooses at run time, by platform and C library. */
function nativeProgram(name) {
  const manifest = require.resolve(`${name}/package.json`);
  const program = createRequire(manifest)("node-gyp-build").path(path.dirname(manifest));
  return path.relative(root, program);
}

/** What the programs of the service import, by whatever way. */
async function imported() {
  const pages = tracesOfNext();
  const programs = ["dist/server/start.js", "next.config.mjs"];
  const { fileList, esmFileList } = await nodeFileTrace(
    programs.map((file) => path.join(root, file)),
    {
      base: root,
      processCwd: root,
      // What is read by path is kept as it is.
      ignore: (file) => /^(\.next|messages)\//.test(file) || isNotRun(file),
      readFile: (file) => textOf(file, pages),
    },
  );
  return [...pages, ...fileList, ...esmFileList];
}

/** What Next's server and the routes import, as Next found while building. */
function tracesOfNext() {
  const traces = filesIn(".next").filter(
    (file) => file.endsWith(".nft.json") && !file.startsWith(".next/cache/"),
  );
  return new Set(
    traces.flatMap((trace) =>
      JSON.parse(readFileSync(path.join(root, trace), "utf8")).files.map((file) =>
        path.join(path.dirname(trace), file),
      ),
    ),
  );
}

/** Next's own bundles have been traced, and are most of the code: they are not parsed again. */
function textOf(file, traced) {
  const known = path.relative(root, file);
  if (/^node_modules\/next\/dist\/compiled\/.*\.c?js$/.test(known) && traced.has(known)) return "";
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "EISDIR") return null;
    throw error;
  }
}

/** The licences of the packages that files are of. */
function licencesOf(files) {
  const packages = files.map((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]);
  return [...new Set(packages.filter((folder) => folder !== undefined))].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
      .map((name) => path.join(folder, name)),
  );
}

/** A file, or the files under a folder. Links are files. */
function filesIn(entry) {
  if (!lstatSync(path.join(root, entry)).isDirectory()) return [entry];
  return readdirSync(path.join(root, entry)).flatMap((name) => filesIn(path.join(entry, name)));
}

const [folder] = process.argv.slice(2);
if (folder === undefined) fail("Say which folder to make: node scripts/assemble-image.mjs FOLDER");
if (existsSync(folder)) fail(`${folder} exists already.`);
const isBuilt = existsSync(path.join(root, ".next", "BUILD_ID"));
if (!isBuilt) fail("There is no build: run npm run build.");

const found = new Set([...readByPath().flatMap(filesIn), ...(await imported())]);
const kept = [...found].filter((file) => !isNotRun(file));
for (const file of new Set([...kept, ...licencesOf(kept)])) {
  cpSync(path.join(root, file), path.join(folder, file), {
    preserveTimestamps: true,
    verbatimSymlinks: true,
  });
}
