// A fake Next: a server that responds to a page with what the test says on the channel. In its HTML, `NONCE` is that
// of the content policy, and `API` what the API responds to the page, which asks as ours do. A header of the response
// lists those of the request.
import { createServer, request as ask } from "node:http";
import { text } from "node:stream/consumers";
import { getEnvironmentData, parentPort } from "node:worker_threads";

/** @import { IncomingMessage, ServerResponse } from "node:http" */

const RENDER_HEADER = "x-nametag-render";
const test = new BroadcastChannel("fake-next");
/** @type {Map<number, (reply: { status: number, headers: Record<string, string>, body: string }) => void>} */
const waiting = new Map();
let requests = 0;

test.addEventListener("message", ({ data: { id, reply } }) => waiting.get(id)?.(reply));

const server = createServer((request, response) => void respond(request, response));
server.listen({ port: 0, host: "127.0.0.1" }, () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  parentPort?.postMessage(address.port);
});

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function respond({ url = "", headers }, response) {
  if (url === "/en/player/die") process.exit(1);
  if (url === "/en/player/fail") return response.destroy();
  if (url === "/en/player/leak") {
    for (const leaked = []; ;) leaked.push(Array.from({ length: 10_000 }, () => 0.5));
  }
  const render = String(headers[RENDER_HEADER]);
  const seen = await askApi(url, url.endsWith("/stranger") ? "another" : render);
  const id = (requests += 1);
  test.postMessage({ id, target: url });
  const reply = await new Promise((resolve) => waiting.set(id, resolve));
  response.writeHead(reply.status, {
    "content-type": "text/html",
    "content-security-policy": `script-src 'nonce-${id}-nonce'`,
    "access-control-allow-origin": Object.keys(headers).toSorted().join(" "),
    Link: '</font>; rel=preload; as="font", </head>; rel=preload; as="image"',
    ...reply.headers,
  });
  response.end(reply.body.replaceAll("NONCE", `${id}-nonce`).replaceAll("API", seen));
}

/**
 * The response of the API to the request that decides a page.
 *
 * @param {string} url
 * @param {string} render
 */
async function askApi(url, render) {
  const [, name] = /^\/en\/player\/([^/]+)/.exec(url) ?? [];
  if (name === undefined && url !== "/en/status") return "";
  const path = name === undefined ? "/api/status" : `/api?username=${name}`;
  const port = /** @type {number} */ (getEnvironmentData("nametag api"));
  const response = await new Promise((resolve, reject) => {
    const sent = ask(
      { host: "127.0.0.1", port, path, headers: { [RENDER_HEADER]: render } },
      resolve,
    );
    sent.on("error", reject).end();
  });
  return `${response.statusCode} ${await text(response)}`;
}
