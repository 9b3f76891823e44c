import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { root } from "../scripts/prepare.mjs";
import { expect, test } from "./support/test.ts";

test("npm run demo asks nobody outside", ({ sandbox }, { outputDir }) =>
  withNpm(["run", "demo"], { ...sandbox.environment, DATA_DIR: outputDir }, async (url) => {
    sandbox.control.clearCalls();
    const response = await fetch(`${url}/api?username=Crumbs_And_Co`);
    expect(await response.json()).toMatchObject({ java: { username: "Crumbs_And_Co" } });
    expect(sandbox.control.count()).toBe(0);
  }));

test("npm start asks the providers it is told to", ({ sandbox }, { outputDir }) =>
  withNpm(["start"], { ...sandbox.environment, DATA_DIR: outputDir }, async (url) => {
    sandbox.control.clearCalls();
    const response = await fetch(`${url}/api?username=Crumbs_And_Co`);
    expect(await response.json()).toMatchObject({ java: { username: "Crumbs_And_Co" } });
    expect(sandbox.control.count("mojang-session.*")).toBe(1);
  }));

/** Runs an npm script that serves, until it is no longer used; gives the address that it tells. */
async function withNpm(
  script: readonly string[],
  variables: Record<string, string>,
  use: (url: string) => Promise<void>,
): Promise<void> {
  // A process group of its own, so that npm and what it starts can be ended together.
  const child = spawn("npm", script, {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "warn", ...variables },
  });
  const exited = once(child, "exit");
  try {
    await use(await addressIn(child.stdout));
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    await exited;
  }
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const seen: string[] = [];
  for await (const line of createInterface({ input: output })) {
    const port = /^Nametag is ready at http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
    seen.push(line);
  }
  throw new Error(`The command ended before it was ready:\n${seen.join("\n")}`);
}
