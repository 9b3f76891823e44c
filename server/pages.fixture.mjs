// Stands where Next would: answers each request with what the API answers to its address. The headers
// of the answer name those of the request.
import { parentPort } from "node:worker_threads";

const underWay = new Map();
let asked = 0;

function render({ id, target, headers }) {
  if (target === "/en/player/die") process.exit(1);
  if (target === "/en/player/leak") {
    for (const kept = []; ;) kept.push(Array.from({ length: 10_000 }, () => 0.5));
  }
  asked += 1;
  underWay.set(asked, { id, names: Object.keys(headers).toSorted().join(" ") });
  parentPort.postMessage({ kind: "ask", number: asked, id, target });
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
