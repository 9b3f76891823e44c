/*
 * Loaded into every thread of a service under test, by NODE_OPTIONS: says hostile things in every
 * way there is. On SIGUSR2 the main thread breaks.
 */
const { isMainThread } = require("node:worker_threads");

const hostile = 'one\ntwo\r\x1b[31mred\x07\x9b \u202etxt.exe\u2066\u2028{"level":60}'.repeat(40);

if (isMainThread) {
  process.once("SIGUSR2", () => {
    process.emitWarning(hostile);
    setImmediate(() => void Promise.reject(new TypeError(hostile)));
  });
} else {
  console.log(hostile);
  console.error(hostile);
  process.stdout.write(hostile);
  process.emitWarning(hostile);
}
