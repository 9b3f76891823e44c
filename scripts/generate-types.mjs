// npm ci and npm install run it (`prepare` in package.json), so that an editor finds the types of routes and messages in
// a fresh clone. Where packages are installed without sources, as for an image, there is no such file, and nothing to do.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { programOf, root } from "./prepare.mjs";

/** Its own packages are for development: `npm ci --omit=dev` has no use for types. */
const isForDevelopment = existsSync(path.join(root, "node_modules", "typescript"));

if (isForDevelopment) {
  const { status } = spawnSync(process.execPath, [programOf("next"), "typegen"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (status !== 0)
    console.error("The types were not generated: npm run check:types does it, too.");
}
