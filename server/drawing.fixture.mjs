// A fake draw worker that returns the texture. A size of 13 ends the thread.
import { parentPort } from "node:worker_threads";

parentPort.on("message", ({ textures, options }) => {
  if (options.size === 13) process.exit(1);
  parentPort.postMessage(textures.texture);
});
