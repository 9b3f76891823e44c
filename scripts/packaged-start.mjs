// node start.mjs: runs the service of this package. The variables are in the documentation: /docs/self-hosting.
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  end(`Nametag needs Node 20.19 or newer; this is ${process.version}. See https://nodejs.org.`);
}
const made = JSON.parse(readFileSync(new URL("platform.json", import.meta.url), "utf8"));
if (made.platform !== process.platform || made.arch !== process.arch) {
  end(
    `This package is for ${made.platform} on ${made.arch}; this is ${process.platform} on ${process.arch}.`,
  );
}

process.chdir(import.meta.dirname);
Object.assign(process.env, { NODE_ENV: "production" });
// As npm start has it, and before any heap has grown.
setFlagsFromString("--max-semi-space-size=16");
/** @type {typeof import("../server/main.ts")} */
const { main } = await import(new URL("dist/server/main.js", import.meta.url).href);
console.log(`\nNametag is ready at ${await main()}\n`);

/** @param {string} sentence */
function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
