/*
 * Programs that reply to each message with one message; the first argument names the program. Each
 * imports only what it needs.
 */
import { once } from "node:events";
import path from "node:path";
import { built } from "../../scripts/prepare.mjs";

/**
 * @import { AddressInfo } from "node:net"
 * @import { Load, LoadResult } from "../load.mjs"
 * @import { measureCameras } from "./cameras.mjs"
 * @import { measureRender } from "./renders.mjs"
 */

/**
 * @typedef {Record<string, string | string[] | undefined>} Headers
 * @typedef {{ environment: Record<string, string>, chain: "java" | "both", from: number, count: number }} Lookups
 *
 * @typedef {(player: number, environment: Record<string, string>) => Promise<void>} Chain
 *
 * Names what each program reports when it is ready, the messages that it takes, and its replies.
 *
 * @typedef {object} Programs
 * @property {{ ready: { port: number }, message: { status: number, headers: Headers, base64: string }, reply: object }} bare
 * @property {{ ready: object, message: Load, reply: LoadResult }} load
 * @property {{ ready: { environment: Record<string, string> }, message: { latencyMs: number }, reply: object }} sandbox
 * @property {{ ready: { port: number }, message: object, reply: { files: string[] } }} service
 * @property {{ ready: object, message: Lookups, reply: { times: number[] } }} chain
 * @property {{ ready: object, message: Parameters<typeof measureRender>[0], reply: Awaited<ReturnType<typeof measureRender>> }} renders
 * @property {{ ready: object, message: Parameters<typeof measureCameras>[0], reply: ReturnType<typeof measureCameras> }} cameras
 */
/**
 * @template {keyof Programs} Name
 * @typedef {object} Program
 * @property {Programs[Name]["ready"]} ready
 * @property {(message: Programs[Name]["message"]) => Programs[Name]["reply"] | Promise<Programs[Name]["reply"]>} handle
 */

/** The compiled service and sandbox; another build can be measured with `BENCH_DIST`. */
const dist = path.resolve(process.env.BENCH_DIST ?? "dist");

/** @type {{ [Name in keyof Programs]: () => Promise<Program<Name>> }} */
const programs = {
  /** Node's own server with the same response: all ratios compare with it. */
  async bare() {
    const { createServer } = await import("node:http");
    /** @type {{ status: number, headers: Headers, body?: string | Buffer | undefined }} */
    let reply = { status: 200, headers: {} };
    const server = createServer((_request, response) => {
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = /** @type {AddressInfo} */ (server.address());
    return {
      ready: { port },
      handle({ status, headers, base64 }) {
        const bytes = Buffer.from(base64, "base64");
        // As most code does: text as a string, which Node sends faster, and images as bytes.
        const body = headers["content-type"]?.includes("json") ? String(bytes) : bytes;
        reply = { status, headers, body: status === 304 ? undefined : body };
        return {};
      },
    };
  },

  /** The load generator, in its own process so that it takes no time from what it measures. */
  async load() {
    const { generate } = await import("../load.mjs");
    return { ready: {}, handle: generate };
  },

  /** The fake providers. */
  async sandbox() {
    /** @type {typeof import("../../sandbox/server.ts")} */
    const { startSandbox } = await import(built("sandbox/server.js", dist));
    const { environment, control } = await startSandbox();
    return {
      ready: { environment },
      handle({ latencyMs }) {
        control.clearFaults();
        if (latencyMs > 0) control.fault({ route: "*", fault: { kind: "delay", ms: latencyMs } });
        return {};
      },
    };
  },

  /** The service as `npm start` runs it, without building. It replies with the files that have run since the message before. */
  async service() {
    /** @type {typeof import("../../server/main.ts")} */
    const { main } = await import(built("server/main.js", dist));
    const { watchFiles } = await import("./files-run.mjs");
    const filesRun = watchFiles(`${built("", dist)}/`);
    const port = Number(new URL(await main()).port);
    return { ready: { port }, handle: async () => ({ files: await filesRun() }) };
  },

  /**
   * The least that a lookup waits for: the dependent calls to the providers, made by the same HTTP client
   * without anything around it.
   */
  async chain() {
    const { Agent, request } = await import("undici");
    const dispatcher = new Agent();
    /** @param {string} url */
    const json = async (url) => {
      const { statusCode, body } = await request(url, { dispatcher });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}`);
      return JSON.parse(text);
    };
    /** @type {Chain} */
    const java = async (player, { MOJANG_API_URL, MOJANG_SESSION_URL }) => {
      const { id } = await json(`${MOJANG_API_URL}/minecraft/profile/lookup/name/Extra_${player}`);
      await json(`${MOJANG_SESSION_URL}/session/minecraft/profile/${id}`);
    };
    /** @type {Chain} */
    const bedrock = async (player, { GEYSER_API_URL }) => {
      const base = `${GEYSER_API_URL}/v2`;
      const { xuid } = await json(`${base}/xbox/xuid/Extra%20${player}`);
      await json(`${base}/xbox/gamertag/${xuid}`);
      await Promise.all([json(`${base}/skin/${xuid}`), json(`${base}/link/bedrock/${xuid}`)]);
    };
    const chains = { java: [java], both: [java, bedrock] };
    return {
      ready: {},
      async handle({ environment, chain, from, count }) {
        const times = [];
        for (let player = from; player < from + count; player++) {
          const started = performance.now();
          await Promise.all(chains[chain].map((calls) => calls(player, environment)));
          times.push(performance.now() - started);
        }
        return { times };
      },
    };
  },

  /** Draws heads from a decoded skin. */
  async renders() {
    const { measureRender } = await import("./renders.mjs");
    return { ready: {}, handle: measureRender };
  },

  /** Draws bodies from any side. */
  async cameras() {
    const { measureCameras } = await import("./cameras.mjs");
    return { ready: {}, handle: measureCameras };
  },
};

process.on("disconnect", () => process.exit());
const start = new Map(Object.entries(programs)).get(process.argv[2] ?? "");
if (start === undefined) throw new Error(`There is no program ${process.argv[2]}`);
const { ready, handle } = await start();
// `startChild` sends a program only the messages that it takes.
const replyTo = /** @type {(message: unknown) => object | Promise<object>} */ (handle);
/** @param {unknown} message */
const respond = async (message) => void process.send?.(await replyTo(message));
process.on("message", (message) => void respond(message));
process.send?.(ready);
