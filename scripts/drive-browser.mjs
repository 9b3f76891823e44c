// Drives a browser by its own protocol: Firefox by WebDriver BiDi, WebKitGTK by WebDriver. Both accept the
// same lists of keys.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "undici";
import { freePort } from "./prepare.mjs";

/**
 * @typedef {object} Browser
 * @property {string} version
 * @property {(url: string) => Promise<void>} open
 * @property {(expression: string) => Promise<unknown>} evaluate Returns a JSON value.
 * @property {(keys: readonly string[]) => Promise<void>} press Keys, one after the other.
 * @property {() => Promise<void>} close
 *
 * What the used commands of WebDriver BiDi return.
 *
 * @typedef {{
 *   "session.new": { capabilities: { browserVersion: string } },
 *   "browsingContext.getTree": { contexts: [{ context: string }] },
 *   "browsingContext.navigate": unknown,
 *   "script.evaluate": { result: { value: string }, exceptionDetails?: { text: string } },
 *   "input.performActions": unknown,
 * }} Results
 */

const START_MS = 30_000;

/** @param {string} program @returns {Promise<Browser>} */
export async function driveFirefox(program) {
  const port = await freePort();
  const profile = await mkdtemp(path.join(tmpdir(), "nametag-firefox-"));
  const args = ["--headless", "--no-remote", "--profile", profile];
  const firefox = start(program, [...args, `--remote-debugging-port=${port}`]);
  const socket = await until(() => connect(`ws://127.0.0.1:${port}/session`));
  /** @type {Map<number, { resolve(result: unknown): void, reject(error: Error): void }>} */
  const waiting = new Map();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    /** @type {{ id: number, result: unknown, message?: string }} */
    const { id, result, message } = JSON.parse(String(data));
    const pending = waiting.get(id);
    waiting.delete(id);
    if (message === undefined) pending?.resolve(result);
    else pending?.reject(new Error(message));
  });
  /**
   * @template {keyof Results} Method
   * @param {Method} method
   * @param {object} params
   * @returns {Promise<Results[Method]>}
   */
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set((last += 1), { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });

  const { capabilities } = await send("session.new", { capabilities: {} });
  const { contexts } = await send("browsingContext.getTree", {});
  const [{ context }] = contexts;
  /** @type {Browser["evaluate"]} */
  const evaluate = async (expression) => {
    const target = { context };
    const text = `JSON.stringify(${expression}) ?? "null"`;
    const params = { expression: text, target, awaitPromise: true };
    const { result, exceptionDetails } = await send("script.evaluate", params);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  };
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    async open(url) {
      await evaluate("(window.isLeft = true)");
      await send("browsingContext.navigate", { context, url, wait: "complete" });
      // It sometimes says so while the last page is still there.
      await until(async () => {
        if ((await evaluate("window.isLeft")) !== null) throw new Error(`${url} does not open.`);
      });
    },
    evaluate,
    async press(keys) {
      await send("input.performActions", { context, actions: actionsFor(keys) });
    },
    async close() {
      socket.close();
      await firefox.end();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** @param {string} program WebKitWebDriver. @returns {Promise<Browser>} */
export async function driveWebKit(program) {
  const port = await freePort();
  // GTK needs a display, so it gets a virtual one.
  const display = `:${100 + (process.pid % 800)}`;
  const xvfb = start("Xvfb", [display, "-screen", "0", "1280x900x24", "-nolisten", "tcp"]);
  const env = { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1" };
  const driver = start(program, [`--port=${port}`], env);
  /**
   * @param {string} method
   * @param {string} target
   * @param {object} [body]
   */
  const request = async (method, target, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${target}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(value.message);
    return value;
  };
  const wanted = { capabilities: { alwaysMatch: { browserName: "MiniBrowser" } } };
  /** @type {{ sessionId: string, capabilities: { browserVersion: string } }} */
  const { sessionId, capabilities } = await until(() => request("POST", "/session", wanted));
  const session = `/session/${sessionId}`;
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    open: (url) => request("POST", `${session}/url`, { url }),
    evaluate: (expression) =>
      request("POST", `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    press: (keys) => request("POST", `${session}/actions`, { actions: actionsFor(keys) }),
    async close() {
      await request("DELETE", session).catch(() => undefined);
      await driver.end();
      await xvfb.end();
    },
  };
}

/** @param {readonly string[]} keys */
function actionsFor(keys) {
  const actions = keys.flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return [{ type: "key", id: "keyboard", actions }];
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function start(program, args, env = process.env) {
  const child = spawn(program, args, { env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("close", resolve));
  return {
    end() {
      child.kill();
      return ended;
    },
  };
}

/**
 * @param {string} url
 * @returns {Promise<WebSocket>}
 */
function connect(url) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => resolve(socket));
    socket.addEventListener("error", () => reject(new Error(`Nothing answers at ${url}.`)));
  });
}

/**
 * Retries until it works, since a browser takes a while to start, and to leave a page.
 *
 * @template Value
 * @param {() => Promise<Value>} attempt
 */
async function until(attempt) {
  const end = Date.now() + START_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(200);
    }
  }
}
