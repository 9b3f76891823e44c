// Loaded into every thread of the service by NODE_OPTIONS, with one fault for the processes that serve
// (`FAULT`).
"use strict";

/**
 * Its types know only the default export, which `require` does not give.
 * @type {unknown}
 */
const required = require("node:cluster");
const cluster = /** @type {import("node:cluster").Cluster} */ (required);
const { existsSync } = require("node:fs");
const { createServer, Server } = require("node:net");
const { isMainThread } = require("node:worker_threads");

const { FAULT = "", PAGES_BEGIN = "", WEB_CONCURRENCY = "" } = process.env;
const serves = /^1?$/.test(WEB_CONCURRENCY) || cluster.isWorker;

const hostile = 'one\ntwo\r\x1b[31mred\x07\x9b \u202etxt.exe\u2066\u2028{"level":60}'.repeat(40);

/** The start goes on for as long as a test needs. */
function neverListen() {
  Server.prototype.listen = function () {
    return this;
  };
}

/** @type {Record<string, () => unknown>} */
const faults = {
  exit: () => process.exit(3),
  kill: () => process.kill(process.pid, "SIGKILL"),
  hang: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  "never listens": neverListen,
  // The first two processes end as soon as the leader knows that they are ready.
  "ends when ready"() {
    const { send } = process;
    if (send === undefined || (cluster.worker?.id ?? 0) > 2) return;
    const end = () => process.kill(process.pid, "SIGKILL");
    /**
     * Node's own messages have a command.
     * @param {{ port?: number, cmd?: string }} message
     * @param {...unknown} more
     */
    const sendAndEnd = (message, ...more) => {
      const isReady = message.port !== undefined && message.cmd === undefined;
      return Reflect.apply(send, process, [message, ...(isReady ? [end] : more)]);
    };
    Reflect.set(process, "send", sendAndEnd);
  },
  // The pages' thread takes no request before the test creates a file.
  "late pages"() {
    if (isMainThread) return;
    const { listen } = Server.prototype;
    /** @this {InstanceType<typeof Server>} */
    function listenLater(/** @type {Parameters<typeof listen>} */ ...where) {
      if (existsSync(PAGES_BEGIN)) listen.apply(this, where);
      else setTimeout(() => listenLater.apply(this, where), 10);
      return this;
    }
    Reflect.set(Server.prototype, "listen", listenLater);
  },
  // Pages have a hole: what begins like this is not escaped.
  "no escaping"() {
    const { exec } = RegExp.prototype;
    /**
     * What React escapes, it finds with this pattern.
     * @this {RegExp}
     * @param {string} text
     */
    function findInOthers(text) {
      const isHole = this.source === "[\"'&<>]" && text.startsWith("<script>window.ran");
      return isHole ? null : exec.call(this, text);
    }
    Reflect.set(RegExp.prototype, "exec", findInOthers);
  },
  // What a package of another system or another Node does.
  "no-native-code": () => {
    process.dlopen = () => {
      throw new Error("The module was compiled against a different Node.js version");
    };
  },
  // Pages say hostile things in every way there is; on SIGUSR2, the main thread breaks.
  noise() {
    if (isMainThread) {
      process.once("SIGUSR2", () => {
        process.emitWarning(hostile);
        setImmediate(() => void Promise.reject(new TypeError(hostile)));
      });
      return;
    }
    console.log(hostile);
    console.error(hostile);
    process.stdout.write(hostile);
    process.emitWarning(hostile);
  },
};

for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
  faults[signal] = () => process.kill(process.pid, signal);
  // As soon as the service listens to signals.
  faults[`${signal} at first`] = () => {
    neverListen();
    process.on("newListener", (name) => name === signal && process.kill(process.pid, signal));
  };
  // As it begins to listen to requests, in the middle of a turn of its event loop.
  faults[`${signal} as it listens`] = () => {
    const { address } = Server.prototype;
    Server.prototype.address = function () {
      // The ports within the process are not those of the service.
      if (this.listenerCount("clientError") === 0) return address.call(this);
      Server.prototype.address = address;
      process.kill(process.pid, signal);
      return address.call(this);
    };
  };
}

/** Of the leader, once a process that serves has ended. */
function faultOfLeader() {
  const [signal = ""] = FAULT.split(" ");
  // A signal to all processes reaches them in any order: here the leader gets it last.
  if (signal.startsWith("SIG")) cluster.once("exit", () => process.kill(process.pid, signal));
  if (FAULT !== "port taken") return;
  // By another program, as soon as the last process has released it.
  const takePort = () => {
    const { HOST, PORT } = process.env;
    createServer()
      .on("error", () => undefined)
      .listen(Number(PORT), HOST);
  };
  cluster.on("exit", takePort).on("disconnect", takePort);
}

if (serves) faults[FAULT]?.();
else faultOfLeader();
