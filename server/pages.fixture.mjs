// A fake Next: responds with the API's response to the same URL. A header of the response lists the
// names of the request's headers.
import { parentPort } from "node:worker_threads";

const underWay = new Map();
let requests = 0;

function render({ id, target, headers }) {
  if (target === "/en/player/die") process.exit(1);
  if (target === "/en/player/fail") return parentPort.postMessage({ kind: "failed", id });
  if (target === "/en/player/leak") {
    for (const leaked = []; ;) leaked.push(Array.from({ length: 10_000 }, () => 0.5));
  }
  requests += 1;
  underWay.set(requests, { id, names: Object.keys(headers).toSorted().join(" ") });
  parentPort.postMessage({ kind: "request", number: requests, id, target });
}

function finish({ number, reply: { status, headers, body } }) {
  const { id, names } = underWay.get(number);
  const own = { "content-type": "text/html", "access-control-allow-origin": names };
  const page = { status, headers: { ...own, ...headers }, body: new Uint8Array(body) };
  parentPort.postMessage({ kind: "rendered", id, ...page });
}

parentPort.on("message", (message) => {
  if (message.kind === "render") render(message);
  if (message.kind === "reply") finish(message);
});
parentPort.postMessage({ kind: "ready" });
