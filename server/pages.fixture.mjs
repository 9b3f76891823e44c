// Stands where Next would: answers each request with what the API answers to its address. The headers
// of the answer name those of the request.
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { socketPath, questions } = workerData;
const waiting = new Map();
let asked = 0;
questions.on("message", ({ id, content }) => waiting.get(id)(content));

createServer((request, response) => {
  if (request.url === "/en/player/die") process.exit(1);
  if (request.url === "/en/player/leak") {
    for (const kept = []; ;) kept.push(Array.from({ length: 10_000 }, () => 0.5));
  }
  asked += 1;
  waiting.set(asked, ({ status, headers, body }) => {
    const names = Object.keys(request.headers).toSorted().join(" ");
    const own = { "content-type": "text/html", "access-control-allow-origin": names };
    response.writeHead(status, { ...own, ...headers }).end(body);
  });
  const render = request.headers["x-nametag-render"];
  questions.postMessage({ id: asked, content: { target: request.url, render } });
}).listen(socketPath, () => parentPort.postMessage("ready"));
