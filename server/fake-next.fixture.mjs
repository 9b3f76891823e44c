// A fake Next: responds to a page with what the test says on the channel, where `NONCE` is that of the
// render. Two headers of the response list what
// came with the request for the page, and the names of its responses of the API.
import { parentPort } from "node:worker_threads";

/** @import { ToRenderer } from "./renderer.ts" */

const test = new BroadcastChannel("fake-next");

parentPort?.on("message", (/** @type {ToRenderer} */ message) => {
  if (message.kind !== "render") return;
  const { id, job } = message;
  const { target, replies, nonce } = job;
  if (target === "/en/player/die") process.exit(1);
  if (target === "/en/player/fail") return parentPort?.postMessage({ id });
  if (target === "/en/player/leak") {
    for (const leaked = []; ;) leaked.push(Array.from({ length: 10_000 }, () => 0.5));
  }
  const given = Object.entries(replies ?? {}).flatMap(([name, reply]) => (reply ? [name] : []));
  const fields = Object.keys(job).toSorted().join(" ");
  test.postMessage({ id, target, nonce, fields, replies: given.join(" ") });
});

test.addEventListener("message", ({ data: { id, nonce, fields, replies, reply } }) => {
  const headers = {
    "content-type": "text/html",
    "access-control-allow-origin": fields,
    link: `<${replies}>; rel=preload; as="font", </head>; rel=preload; as="image"`,
    ...reply.headers,
  };
  const body = new TextEncoder().encode(reply.body.replaceAll("NONCE", nonce));
  parentPort?.postMessage({ id, page: { status: reply.status, headers, body } });
});
