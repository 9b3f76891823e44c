// Loaded before the service, with one fault for the processes that serve (`FAULT`).
const { isWorker } = require("node:cluster");

const { FAULT, WEB_CONCURRENCY = "1" } = process.env;
const serves = WEB_CONCURRENCY === "1" || isWorker === true;

const faults = {
  exit: () => process.exit(3),
  kill: () => process.kill(process.pid, "SIGKILL"),
  hang: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  // What a package of another system or another Node does.
  "no-native-code": () => {
    process.dlopen = () => {
      throw new Error("The module was compiled against a different Node.js version");
    };
  },
};

if (serves) faults[FAULT]?.();
if (FAULT === "tell") {
  process.on("newListener", (name) => name === "SIGTERM" && console.log("Signals are heard"));
}
