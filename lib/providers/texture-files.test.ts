import { createServer, type Server } from "node:net";
import { expect, it } from "vitest";
import { listen } from "../../testing/local-server.ts";
import { aroundTests } from "../../testing/opened.ts";
import { outcomeOf } from "../../testing/providers.ts";
import { startDeadline } from "./deadline.ts";
import { textureRequest } from "./game-api.ts";
import { createUpstream } from "./upstream/request.ts";

const BODY = "x".repeat(20);
let head = "";

const opened = aroundTests(async () => {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n${BODY}`));
  });
  const url = `http://127.0.0.1:${await listen(server)}/x`;
  const upstream = createUpstream({ userAgent: "Nametag/test" });
  const close = async () => {
    await upstream.close();
    server.close();
  };
  return { upstream, url, close };
});

/** The outcome of a request for a texture whose response has these headers. */
function outcome(...headers: string[]): Promise<string> {
  const { upstream, url } = opened();
  head = headers.map((line) => `${line}\r\n`).join("");
  const call = { provider: "test", operation: "texture", deadline: startDeadline(2_000) };
  return outcomeOf(upstream.send({ ...call, ...textureRequest(url) }));
}

const LENGTH = `content-length: ${BODY.length}`;

it.each([
  [["content-type: image/png"], 'answered "not-png"'],
  [["content-type: IMAGE/JPEG"], 'answered "not-png"'],
  [["content-type: application/octet-stream"], 'answered "not-png"'],
  [["content-type: binary/octet-stream; charset=binary"], 'answered "not-png"'],
  [["content-type:"], 'answered "not-png"'],
  [[], 'answered "not-png"'],
  [["content-type: text/html"], "bad-response"],
  [["content-type: text/plain"], "bad-response"],
  [["content-type: application/json"], "bad-response"],
  [["content-type: application/xml"], "bad-response"],
])(
  "a whole file with the headers %j is judged by its bytes, unless it is a document",
  async (type, said) => {
    expect(await outcome(LENGTH, ...type)).toBe(said);
  },
);

it("a file without a marked end may have broken off", async () => {
  expect(await outcome("content-type: image/png")).toBe("incomplete");
});

it("a file that is shorter than it says has broken off", async () => {
  expect(await outcome("content-type: image/png", "content-length: 21")).toBe("incomplete");
});
