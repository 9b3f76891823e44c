// Stands where Next would: answers each request with what the API answers to its address.
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { socketPath, questions } = workerData;
const waiting = new Map();
let asked = 0;
questions.on("message", ({ id, content }) => waiting.get(id)(content));

createServer((request, response) => {
  if (request.url === "/die") process.exit(1);
  asked += 1;
  waiting.set(asked, ({ status, body }) => response.writeHead(status).end(body));
  const client = request.headers["x-forwarded-for"];
  questions.postMessage({ id: asked, content: { target: request.url, client } });
}).listen(socketPath, () => parentPort.postMessage("ready"));
