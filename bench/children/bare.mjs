/* What Node's own server does with the same answer: the measure of all ratios. */
import { createServer } from "node:http";

/** @type {{ status: number, headers: Record<string, string>, body: string | Buffer | undefined }} */
let answer = { status: 200, headers: {}, body: "" };

const server = createServer((_request, response) => {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));

process.on("message", ({ status, headers, base64 }) => {
  const bytes = Buffer.from(base64, "base64");
  // As anybody would write it: text as a string, which Node sends faster, a picture as bytes.
  const isText = headers["content-type"]?.includes("json");
  answer = { status, headers, body: status === 304 ? undefined : isText ? String(bytes) : bytes };
  process.send?.({});
});
process.on("disconnect", () => process.exit());
