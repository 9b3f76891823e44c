import { createServer } from "node:net";
import { once } from "node:events";
import { request } from "node:http";

/**
 * One request on a connection of its own, with the whole answer.
 *
 * @param {number} port
 * @param {string} target
 * @param {Record<string, string>} [headers]
 * @returns {Promise<{ status: number, headers: Record<string, string>, body: Buffer }>}
 */
export async function ask(port, target, headers = {}) {
  const asked = request({ host: "127.0.0.1", port, path: target, headers, agent: false });
  asked.end();
  const [answer] = await once(asked, "response");
  const chunks = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
}

/**
 * Asks until the answer is a 200, every few milliseconds; follows redirects to the same host.
 *
 * @param {number} port
 * @param {string} target
 * @param {number} patienceMs
 */
export async function waitFor(port, target, patienceMs = 20_000) {
  const until = performance.now() + patienceMs;
  let wanted = target;
  while (performance.now() < until) {
    try {
      const { status, headers } = await ask(port, wanted);
      if (status === 200) return;
      if (headers.location?.startsWith("/")) {
        wanted = headers.location;
        continue;
      }
    } catch {
      // Nobody listens yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${target} was not answered within ${patienceMs / 1_000} s`);
}

/** A port that nobody listens on. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
