/*
 * Programs that answer each message with one message; the first argument says which one:
 * `bare`, `load`, `sandbox` or `service`. Each imports only what it needs.
 */
import path from "node:path";

/** The compiled service and sandbox; another build can be measured with `BENCH_DIST`. */
const dist = path.resolve(process.env.BENCH_DIST ?? "dist");

const programs = {
  /** What Node's own server does with the same answer: the measure of all ratios. */
  async bare() {
    const { createServer } = await import("node:http");
    let answer = { status: 200, headers: {}, body: "" };
    const server = createServer((_request, response) => {
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    });
    process.on("message", ({ status, headers, base64 }) => {
      const bytes = Buffer.from(base64, "base64");
      // As people write it: text as a string, which Node sends faster, a picture as bytes.
      const isText = headers["content-type"]?.includes("json");
      const body = isText ? String(bytes) : bytes;
      answer = { status, headers, body: status === 304 ? undefined : body };
      process.send?.({});
    });
    server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
  },

  /** The load generator, in its own process so that it takes no time from what it measures. */
  async load() {
    const { generate } = await import("../load.mjs");
    const run = async (load) => process.send?.(await generate(load));
    process.on("message", (load) => void run(load));
    process.send?.({});
  },

  /** The fake providers. */
  async sandbox() {
    const { startSandbox } = await import(`${dist}/sandbox/server.js`);
    const { environment, control } = await startSandbox();
    process.on("message", ({ latencyMs, forgetCalls }) => {
      if (latencyMs !== undefined) control.latency(latencyMs);
      if (forgetCalls) control.clearCalls();
      process.send?.(control.calls().counts);
    });
    process.send?.({ environment });
  },

  /** The service as `npm start` runs it, without the building. */
  async service() {
    const { main } = await import(`${dist}/server/main.js`);
    const address = await main();
    process.send?.({ port: Number(new URL(address).port) });
  },
};

process.on("disconnect", () => process.exit());
await programs[process.argv[2]]();
