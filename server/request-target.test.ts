import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import type { CompatService } from "../lib/configuration/compat-services.ts";
import { useFront } from "../testing/served.ts";
import { useWorld } from "../testing/world.ts";

const hosts = new Map<string, CompatService>([["mojang.example", "mojang"]]);
const world = useWorld();
const front = useFront(world, { mounts: { hosts, root: undefined } });

/** Sends the lines of a last request as UTF-8, and returns all responses. */
async function exchange(...lines: string[]): Promise<string> {
  const socket = connect({ port: front.port, host: "127.0.0.1" });
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.write([...lines, "Connection: close", "", ""].join("\r\n"));
  await once(socket, "close");
  return text;
}

/** The status of a response, and the first words of an error or a body. */
async function answerTo(...lines: string[]): Promise<[number, string]> {
  const text = await exchange(...lines);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
  const [, body = ""] = text.split("\r\n\r\n");
  if (status < 400) return [status, body];
  expect(text.toLowerCase()).toContain("access-control-allow-origin: *");
  const { error, code } = JSON.parse(body) as { error: string; code: string };
  return [status, `${code} ${error}`];
}

const NEEDED = "INVALID_PARAMETER An HTTP/1.1 request needs a Host header.";
const ONE = "INVALID_PARAMETER The request needs one Host header, with a host and at most a port.";
const HEALTH = "/api/health";

it.each([
  ["no Host", [], 400, NEEDED],
  ["two Hosts", ["Host: a", "Host: b"], 400, ONE],
  ["the same Host twice", ["Host: a", "host: a"], 400, ONE],
  ["a path", ["Host: a/b"], 400, ONE],
  ["a URL", ["Host: http://a"], 400, ONE],
  ["a user", ["Host: me@a"], 400, ONE],
  ["two words", ["Host: a b"], 400, ONE],
  ["a port that is none", ["Host: a:b"], 400, ONE],
  ["an address without its brackets", ["Host: ::1"], 400, ONE],
  ["a bracket", ["Host: [::1"], 400, ONE],
  ["letters that are not encoded", ["Host: münchen.example"], 400, ONE],
  ["half a letter", ["Host: a%2"], 400, ONE],
  ["nothing", ["Host:"], 200, "alive"],
  ["a name", ["Host: Name_tag.example."], 200, "alive"],
  ["a name and a port", ["Host: nametag:3000"], 200, "alive"],
  ["an encoded name", ["Host: m%C3%BCnchen"], 200, "alive"],
  ["IPv4", ["Host: 127.0.0.1:80"], 200, "alive"],
  ["IPv6", ["Host: [2001:db8::1]:80"], 200, "alive"],
  ["IPv6 of an interface", ["Host: [fe80::1%25eth0]"], 200, "alive"],
])("a request with %s as Host is %j", async (_, headers, status, text) => {
  const [given, body] = await answerTo(`GET ${HEALTH} HTTP/1.1`, ...headers);
  expect([given, body]).toEqual([status, expect.stringContaining(text)]);
  // A host of HTTP/1.0 is as well-formed, but it need not be there.
  const [old] = await answerTo(`GET ${HEALTH} HTTP/1.0`, ...headers);
  expect(old).toBe(headers.length === 0 ? 200 : status);
});

it.each([
  ["GET", "http://nametag/api/health", 200, "alive"],
  ["GET", "HTTPS://[::1]:3000/api/health?a=b", 200, "alive"],
  ["GET", "http://nametag/en", 200, "a page"],
  ["GET", "http://nametag", 200, "a page"],
  ["GET", "http://nametag?a=b", 200, "a page"],
  ["GET", `http://nametag/api?username=${"a".repeat(2_048)}`, 414, "URI_TOO_LONG"],
  // Its host replaces that of the header.
  ["GET", "http://mojang.example/users/profiles/minecraft/Lantern_Lou", 200, '"Lantern_Lou"'],
  ["GET", "http://me@nametag/api/health", 400, "must be a path or an HTTP URL"],
  ["GET", "http://:80/api/health", 400, "must be a path or an HTTP URL"],
  ["GET", "ftp://nametag/api/health", 400, "must be a path or an HTTP URL"],
  ["GET", "*", 400, "must be a path or an HTTP URL"],
  ["CONNECT", "nametag:80", 400, "Only plain HTTP"],
  ["OPTIONS", "*", 204, ""],
  ["OPTIONS", "http://nametag", 204, ""],
  ["OPTIONS", "/", 204, ""],
  ["OPTIONS", "http://nametag/en", 204, ""],
  ["OPTIONS", "/api", 204, ""],
])("%s %s is %i", async (method, target, status, text) => {
  const [given, body] = await answerTo(`${method} ${target} HTTP/1.1`, "Host: elsewhere.example");
  expect([given, body]).toEqual([status, expect.stringContaining(text)]);
});

const ENCODE =
  "INVALID_PARAMETER The URL has characters that must be percent-encoded, as UTF-8: a space is %20, é is %C3%A9.";
const NOT_HTTP = "INVALID_PARAMETER The request is not well-formed HTTP.";

it.each([
  ["GET /head/Zoë HTTP/1.1", ENCODE],
  ["GET /api?username=мшистый HTTP/1.1", ENCODE],
  ["GET http://nametag/head/雪 HTTP/1.1", ENCODE],
  ["GET /head/Lantern Lou/64.png HTTP/1.1", ENCODE],
  ["GET /head HTTQ/1.1", NOT_HTTP],
  ["GÉT /head HTTP/1.1", NOT_HTTP],
  ["GET head HTTP/1.1", NOT_HTTP],
])("%s says what is wrong", async (line, sentence) => {
  expect(await answerTo(line, "Host: nametag")).toEqual([400, sentence]);
  const second = await exchange(
    `GET ${HEALTH} HTTP/1.1\r\nHost: a\r\n\r\n${line}`,
    "Host: nametag",
  );
  expect(second).toContain(sentence.slice("INVALID_PARAMETER ".length));
});

it("refuses headers that are too large with 431, and a target with 414", async () => {
  const long = "a".repeat(17_000);
  const target = await answerTo(`GET /api?username=${long} HTTP/1.1`, "Host: nametag");
  const header = await answerTo("GET /api HTTP/1.1", "Host: nametag", `Cookie: ${long}`);
  const many = Array.from({ length: 4_000 }, (_, at) => `X-${at}: a`);
  const headers = await answerTo("GET /en HTTP/1.1", "Host: nametag", ...many);
  expect([target[0], header[0], headers[0]]).toEqual([414, 431, 431]);
  expect(header[1]).toBe("HEADERS_TOO_LARGE The request's headers are longer than 16384 bytes.");
});
