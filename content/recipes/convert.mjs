/*
 * Makes whitelist.json of a list of players: node convert.mjs names.txt java
 *
 * The list has one player a line, or is the whitelist.json of another server. "bedrock" makes
 * allowlist.json of gamertags or XUIDs, "floodgate" a whitelist.json for Bedrock players on a Java server.
 * Run it again to go on. What is known is in names.txt.java.json: delete it to ask again.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const service = "{base}";

/** A player as the server wants it. */
const entryOf = {
  java: ({ java }) => ({ uuid: java.uuid_dashed, name: java.username }),
  bedrock: ({ bedrock }) => ({
    ignoresPlayerLimit: false,
    name: bedrock.gamertag,
    xuid: bedrock.xuid_decimal,
  }),
  floodgate: ({ bedrock }) => ({
    uuid: bedrock.floodgate_uuid,
    name: "." + bedrock.gamertag.replaceAll(" ", "_"),
  }),
};

/** Why a player is not in the list. With Floodgate, linked players join with their Java UUID. */
function problemOf({ success, error, bedrock }) {
  if (!success) return error;
  if (kind !== "floodgate" || bedrock.linked === false) return undefined;
  return bedrock.linked
    ? "joins with the Java UUID of the linked account: list that player under java"
    : "the link is not known yet: run this again in a minute";
}

/** The results in the order of the names, or the seconds to wait when there are none. */
async function lookUp(usernames, type) {
  let response;
  let body;
  try {
    response = await fetch(service + "/api/batch", {
      method: "POST",
      body: JSON.stringify({ usernames, type }),
      signal: AbortSignal.timeout(10_000),
    });
    body = await response.json();
  } catch {
    // No connection, no response in time, or a proxy's HTML.
  }
  if (body?.success) return { results: body.results, seconds: 0 };
  const seconds = Number(response?.headers.get("Retry-After")) || 5;
  if (response && !response.ok && response.status < 429) stop(body?.error ?? "HTTP " + response.status);
  return { results: [], seconds };
}

/** The names of a whitelist.json, or one a line. */
function namesIn(text) {
  const lines = text.trimStart().startsWith("[") ? JSON.parse(text) : text.split("\n");
  return lines.map((line) => (line.name ?? line).trim()).filter((name) => name !== "");
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

const [source, kind] = process.argv.slice(2);
if (!Object.hasOwn(entryOf, kind ?? "")) stop("node convert.mjs names.txt java|bedrock|floodgate");
const type = kind === "java" ? "java" : "bedrock";
const output = kind === "bedrock" ? "allowlist.json" : "whitelist.json";
if (path.resolve(output) === path.resolve(source)) {
  stop(output + " would be overwritten: rename the list.");
}

const names = [...new Set(namesIn(readFileSync(source, "utf8").replace("\uFEFF", "")))];
const file = `${source}.${type}.json`;
const known = new Map(Object.entries(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}));

let failures = 0;
for (;;) {
  const waiting = names.filter((name) => !known.has(name));
  if (waiting.length === 0) break;
  if (failures === 10) stop("The service is unavailable. Run this again later to go on.");
  let { results, seconds } = await lookUp(waiting.slice(0, 50), type);
  failures += 1;
  results.forEach((result, at) => {
    // Without retry_after, the result stays the same.
    if (result.retry_after) {
      seconds = Math.max(seconds, result.retry_after);
    } else {
      known.set(waiting[at], result);
      failures = 0;
    }
  });
  // A link that is not known yet is asked for again in the next run.
  const lasting = [...known].filter(([, { bedrock }]) => bedrock?.linked !== null);
  writeFileSync(file, JSON.stringify(Object.fromEntries(lasting)));
  console.error(`${names.filter((name) => known.has(name)).length} of ${names.length}`);
  await sleep(seconds * 1_000);
}

const results = names.map((name) => known.get(name));
const found = results.filter((result) => problemOf(result) === undefined);
writeFileSync(output, JSON.stringify(found.map(entryOf[kind]), null, 2));
console.log(`${output}: ${found.length} of ${names.length} players`);
results.forEach((result, at) => {
  // With the reason "unsearchable", replace the gamertag by the XUID.
  const problem = problemOf(result);
  if (problem !== undefined) console.log(`${names[at]}: ${problem}`);
});
