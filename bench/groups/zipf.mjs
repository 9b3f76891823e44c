import { zipfDraws } from "../plan.mjs";
import { atMost, median, milliseconds, number, times } from "../report.mjs";
import { measureInTurn, ratioOf, record } from "../rounds.mjs";
import { startAll } from "../servers.mjs";

/**
 * @import { Plan } from "../plan.mjs"
 * @import { Effort } from "../rounds.mjs"
 */

const PLAYERS = 2_000;
const SEED = 20_260;
const FIRST = 20_000;
const MOST_FIRST_MS = 0.25;
const CONNECTIONS = 64;
const HEAD = "/head?username=Extra_{}&size=64";
const TEMPLATES = [HEAD, "/api?username=Extra_{}"];

/**
 * Realistic traffic: some players are requested all the time, most rarely.
 *
 * @param {Effort} effort
 */
export async function zipf({ full, until }) {
  const { sandbox, nametag, bare, send } = await startAll();
  /** @type {Extract<Plan, { kind: "zipf" }>} */
  const plan = { kind: "zipf", players: PLAYERS, templates: TEMPLATES, seed: SEED };
  const load = { port: nametag.port, connections: CONNECTIONS };
  const heads = { ...plan, templates: [HEAD] };
  const first = await send({ ...load, plan: heads, count: FIRST });
  const calls = await sandbox.calls();

  // Now every player is known, and was requested often enough for its responses to be cached as bytes.
  for (const template of [...TEMPLATES, ...TEMPLATES]) {
    await send({ ...load, plan: { kind: "numbered", template, from: 1 }, count: PLAYERS });
  }
  await bare.serve(await record(nametag.port, HEAD.replace("{}", "1")));
  const { warm, constant } = await measureInTurn(
    send,
    { warm: { server: nametag, plan }, constant: { server: bare, plan } },
    { full, until, warmUpMs: 300 },
  );

  const players = new Set(zipfDraws(PLAYERS, first.responses, SEED)).size;
  /** @param {string} route */
  const perPlayer = (route) => number((calls[route] ?? 0) / players);
  const each = (first.seconds * 1_000) / first.responses;
  return {
    title: "Mixed traffic",
    about: `${number(PLAYERS)} players drawn by Zipf's law, over ${CONNECTIONS} connections; providers respond at once. The first row is heads on an empty cache, so that it holds every first lookup; the second is heads and profiles in turn once all players are known. “Of bare” compares with a bare server that sends one constant head.`,
    rows: [
      {
        Traffic: `${number(first.responses)} heads of ${number(players)} players, none known`,
        "per second": number(first.responses / first.seconds),
        p50: milliseconds(first.p50),
        p99: milliseconds(first.p99),
        "of bare": "–",
        "not 200": number(first.responses - (first.statuses[200] ?? 0)),
      },
      {
        Traffic: "heads and profiles, all players known",
        "per second": number(median(warm.rates)),
        p50: "–",
        p99: milliseconds(median(warm.p99s)),
        "of bare": times(ratioOf(warm.rates, constant.rates)),
        "not 200": number(warm.faults),
      },
    ],
    notes: [
      `Requests to providers in the first row, for each of its players: ${perPlayer("mojang-api.name")} for names and ${perPlayer("mojang-session.profile")} for profiles of Java; ${perPlayer("geyser.xuid")} for gamertags of Bedrock; ${number(calls["mojang-textures.texture"] ?? 0)} textures in all, since these players share 32 skins.`,
    ],
    aims: [atMost("Heads on an empty cache, time for each", each, MOST_FIRST_MS, " ms")],
  };
}
