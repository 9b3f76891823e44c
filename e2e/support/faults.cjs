// Loaded before the service, with one fault for the processes that serve (`FAULT`).
const { isWorker } = require("node:cluster");
const { Server } = require("node:net");

const { FAULT, WEB_CONCURRENCY = "1" } = process.env;
const serves = WEB_CONCURRENCY === "1" || isWorker === true;

const faults = {
  exit: () => process.exit(3),
  kill: () => process.kill(process.pid, "SIGKILL"),
  hang: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  // The start goes on for as long as a test needs.
  "never listens": () => {
    Server.prototype.listen = () => undefined;
  },
  // What a package of another system or another Node does.
  "no-native-code": () => {
    process.dlopen = () => {
      throw new Error("The module was compiled against a different Node.js version");
    };
  },
};

for (const signal of ["SIGTERM", "SIGINT"]) {
  // As soon as the service listens to signals.
  faults[`${signal} at first`] = () =>
    process.on("newListener", (name) => name === signal && process.kill(process.pid, signal));
  // As it begins to listen to requests, in the middle of a turn of its event loop.
  faults[`${signal} as it listens`] = () => {
    const { address } = Server.prototype;
    Server.prototype.address = function () {
      Server.prototype.address = address;
      process.kill(process.pid, signal);
      return address.call(this);
    };
  };
}

if (serves) faults[FAULT]?.();
