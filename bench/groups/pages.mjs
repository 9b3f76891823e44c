import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { compareResponses, comparisonOf, notesOn } from "../compare.mjs";
import { numbered } from "../load.mjs";
import { cpuMs, memoryMb } from "../machine.mjs";
import { get } from "../processes.mjs";
import { atLeast, atMost, median, number } from "../report.mjs";
import { startAll, startNext } from "../servers.mjs";

/**
 * @import { Effort, Send, Server } from "../rounds.mjs"
 */

/** @typedef {{ nametag: Server, send: Send }} Loaded */

const headers = { "accept-encoding": "br" };
const CACHED = [
  { name: "documentation, `/en/docs/head`", target: "/en/docs/head" },
  { name: "home, `/en`", target: "/en" },
  { name: "player, `/en/player/Lantern_Lou`", target: "/en/player/Lantern_Lou" },
].map((page) => ({ ...page, headersFor: () => headers }));
/** With more connections, pages that are rendered would only wait longer. */
const CONNECTIONS = 8;
const LANGUAGES = Object.keys(
  JSON.parse(readFileSync(new URL("../../site/i18n/languages.json", import.meta.url), "utf8")),
);
const TEMPLATES = LANGUAGES.map((language) => `/${language}/player/Extra_{}`);
/** The first 400 pages are mostly spent compiling: they are not measured. */
const WARM_UP_PLAYERS = 40;
const BLOCKS = 6;
const PLAYERS_IN_BLOCK = 5;
const IN_BLOCK = PLAYERS_IN_BLOCK * LANGUAGES.length;
const FIRST_IN_FLOOD = 1 + WARM_UP_PLAYERS + BLOCKS * PLAYERS_IN_BLOCK;
const FLOOD = 1_500;
const PLAYERS = FIRST_IN_FLOOD + FLOOD / LANGUAGES.length;
const HOT = "/api?username=Lantern_Lou";
const HOT_EVERY_MS = 10;
const SETTLED_MS = 1_000;

/**
 * Pages of the site: from memory, rendered for the first time, and a flood of the latter.
 *
 * @param {Effort} effort
 */
export async function pages({ full, until }) {
  const { sandbox, ...servers } = await startAll();
  const next = await startNext(sandbox);
  const now = performance.now();
  const measured = await compareResponses(
    CACHED,
    { ...servers, next },
    { full, until: now + (until - now) / 3, nextConnections: CONNECTIONS },
  );
  await loadProfiles(servers);
  const rendered = await renderDistinct(servers, now + (until - now) / 2);
  const flood = await floodWithPages(servers);
  return {
    title: "Pages",
    about:
      "Pages as browsers get them, compressed by Brotli, over 64 connections. Each was rendered once and is sent from memory; the columns mean the same as for hot responses. `next start` renders the page of the same build for each request.",
    rows: measured.map((row) => ({
      Page: row.name,
      bytes: number(row.bytes),
      ...comparisonOf(row),
    })),
    notes: [rendered.note, flood.note, ...notesOn([...measured, rendered, flood])],
    aims: [
      atLeast("Pages in memory, of bare", Math.min(...measured.map((row) => row.ofBare)), 0.5),
      atLeast(
        "Pages in memory, of next start",
        Math.min(...measured.map((row) => row.ofNext)),
        100,
      ),
      ...rendered.aims,
      ...flood.aims,
    ],
  };
}

/**
 * Requests each profile twice, so that the player's page needs only rendering.
 *
 * @param {Loaded} servers
 */
async function loadProfiles({ nametag: { port }, send }) {
  const targets = numbered(["/api?username=Extra_{}"], 1, PLAYERS);
  for (const _ of [1, 2]) await send({ port, connections: CONNECTIONS, targets });
}

/**
 * Pages of players in all languages, each requested once.
 *
 * @param {Loaded} servers
 * @param {number} until
 */
async function renderDistinct({ nametag: { port, pid }, send }, until) {
  const rates = [];
  let cpu = 0;
  let faults = 0;
  const warmUp = numbered(TEMPLATES, 1, WARM_UP_PLAYERS);
  await send({ port, connections: CONNECTIONS, targets: warmUp, headers });
  for (let block = 0; block < BLOCKS; block++) {
    if (block >= 3 && performance.now() > until) break;
    const from = 1 + WARM_UP_PLAYERS + block * PLAYERS_IN_BLOCK;
    const targets = numbered(TEMPLATES, from, PLAYERS_IN_BLOCK);
    const load = { port, connections: CONNECTIONS, targets, headers };
    const before = cpuMs(pid);
    const { responses, seconds, statuses, bytes } = await send(load);
    const used = cpuMs(pid) - before;
    // From memory they must be the same, and one is checked for its content.
    const again = await send(load);
    const text = String((await get(port, `/ar/player/Extra_${from}`)).body);
    const isRight = text.includes('lang="ar"') && text.includes(`Extra_${from}`);
    faults += isRight && again.bytes === bytes ? responses - (statuses[200] ?? 0) : IN_BLOCK;
    rates.push(responses / seconds);
    cpu += used / responses;
  }
  const rate = median(rates);
  return {
    faults,
    note: `${number(rates.length * IN_BLOCK)} player pages that were not requested before, in ${LANGUAGES.length} languages, of players whose profiles are in memory, after ${number(warmUp.length)} others: ${number(rate)} a second, each with ${number(cpu / rates.length)} ms of processor time.`,
    aims: [atLeast("Distinct player pages on one core, a second", rate, 60, "")],
  };
}

/**
 * Many visitors at the same moment, each with a new page; meanwhile, requests are sent to the API.
 *
 * @param {Loaded} servers
 */
async function floodWithPages({ nametag: { port, pid }, send }) {
  const targets = numbered(TEMPLATES, FIRST_IN_FLOOD, FLOOD / LANGUAGES.length);
  /** @type {number[]} */
  const waits = [];
  let isOver = false;
  let hotFaults = 0;
  let most = 0;
  const probeApi = async () => {
    while (!isOver) {
      const sentAt = performance.now();
      const { status } = await get(port, HOT);
      waits.push(performance.now() - sentAt);
      if (status !== 200) hotFaults += 1;
      most = Math.max(most, memoryMb(pid).total);
      await sleep(HOT_EVERY_MS);
    }
  };
  const flooding = send({ port, connections: FLOOD, targets, headers }).finally(() => {
    isOver = true;
  });
  const [{ statuses, seconds, broken }] = await Promise.all([flooding, probeApi()]);
  await sleep(SETTLED_MS);
  const left = memoryMb(pid).total;
  const slowest = Math.max(...waits);
  const { 200: whole = 0, 503: refused = 0, ...others } = statuses;
  const unexpected = Object.entries(others).map(([status, many]) => `, ${many} a ${status}`);
  if (broken > 0) unexpected.push(`, ${broken} no response`);
  return {
    faults: FLOOD - whole - refused + hotFaults,
    note: `A flood: ${number(FLOOD)} connections send a request at the same moment, each for another of these pages. ${number(whole)} got the page and ${number(refused)} a 503, because no more may wait${unexpected.join("")}; the last response came after ${number(seconds)} s. Meanwhile the slowest of ${number(waits.length)} hot profiles took ${number(slowest)} ms. The service held at most ${number(most)} MB of memory, and ${number(left)} MB afterwards.`,
    aims: [
      atMost("A hot profile during the flood of pages", slowest, 250, " ms"),
      atMost("Memory after the flood", left, 330, " MB"),
    ],
  };
}
