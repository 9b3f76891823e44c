/*
 * Programs that reply to each message with one message; the first argument names the program. Each
 * imports only what it needs.
 */
import path from "node:path";

/** The compiled service and sandbox; another build can be measured with `BENCH_DIST`. */
const dist = path.resolve(process.env.BENCH_DIST ?? "dist");

const programs = {
  /** Node's own server with the same response: all ratios compare with it. */
  async bare() {
    const { createServer } = await import("node:http");
    let reply = { status: 200, headers: {}, body: "" };
    const server = createServer((_request, response) => {
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    serve({ port: server.address().port }, ({ status, headers, base64 }) => {
      const bytes = Buffer.from(base64, "base64");
      // As most code does: text as a string, which Node sends faster, and images as bytes.
      const body = headers["content-type"]?.includes("json") ? String(bytes) : bytes;
      reply = { status, headers, body: status === 304 ? undefined : body };
    });
  },

  /** The load generator, in its own process so that it takes no time from what it measures. */
  async load() {
    const { generate } = await import("../load.mjs");
    serve({}, generate);
  },

  /** The fake providers. */
  async sandbox() {
    const { startSandbox } = await import(`${dist}/sandbox/server.js`);
    const { environment, control } = await startSandbox();
    serve({ environment }, ({ latencyMs, forgetCalls }) => {
      if (latencyMs !== undefined) {
        control.clearFaults();
        const fault = { kind: "delay", ms: latencyMs };
        if (latencyMs > 0) control.fault({ route: "*", fault });
      }
      if (forgetCalls) control.clearCalls();
      return control.calls().counts;
    });
  },

  /** The service as `npm start` runs it, without building. */
  async service() {
    const { main } = await import(`${dist}/server/main.js`);
    serve({ port: Number(new URL(await main()).port) });
  },

  /**
   * The least that a lookup waits for: the dependent calls to the providers, made by the same HTTP client
   * without anything around it.
   */
  async chain() {
    const { Agent, request } = await import("undici");
    const dispatcher = new Agent();
    const json = async (url) => {
      const { statusCode, body } = await request(url, { dispatcher });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}`);
      return JSON.parse(text);
    };
    const java = async (player, { MOJANG_API_URL, MOJANG_SESSION_URL }) => {
      const { id } = await json(`${MOJANG_API_URL}/minecraft/profile/lookup/name/Extra_${player}`);
      await json(`${MOJANG_SESSION_URL}/session/minecraft/profile/${id}`);
    };
    const bedrock = async (player, { GEYSER_API_URL }) => {
      const base = `${GEYSER_API_URL}/v2`;
      const { xuid } = await json(`${base}/xbox/xuid/Extra%20${player}`);
      await json(`${base}/xbox/gamertag/${xuid}`);
      await Promise.all([json(`${base}/skin/${xuid}`), json(`${base}/link/bedrock/${xuid}`)]);
    };
    const chains = { java: [java], both: [java, bedrock] };
    serve({}, async ({ environment, chain, from, count }) => {
      const times = [];
      for (let player = from; player < from + count; player++) {
        const started = performance.now();
        await Promise.all(chains[chain].map((calls) => calls(player, environment)));
        times.push(performance.now() - started);
      }
      return { times };
    });
  },

  /** Draws heads from a decoded skin. */
  async renders() {
    const { measureRender } = await import("./renders.mjs");
    serve({}, measureRender);
  },

  /** Draws bodies from any side. */
  async cameras() {
    const { measureCameras } = await import("./cameras.mjs");
    serve({}, measureCameras);
  },
};

/** Reports that the program is ready, and replies to each message with the result of `handle`. */
function serve(ready, handle = async () => undefined) {
  const respond = async (message) => void process.send?.((await handle(message)) ?? {});
  process.on("message", (message) => void respond(message));
  process.send?.(ready);
}

process.on("disconnect", () => process.exit());
await programs[process.argv[2]]();
