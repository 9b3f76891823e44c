import { median, zipfDraws } from "../numbers.mjs";
import { milliseconds, number, times } from "../report/format.mjs";
import { record } from "../servers/recording.mjs";
import { measureInTurn, ratioOf } from "../servers/rounds.mjs";
import { startBare, startLoad, startSandbox, startService } from "../servers/servers.mjs";

const PLAYERS = 2_000;
const SEED = 20_260;
const FIRST = 20_000;
const FIRST_MS = 4_000;
const CONNECTIONS = 64;
const TEMPLATES = ["/head?username=Extra_{}&size=64", "/api?username=Extra_{}"];

/** Traffic as it is: some players are asked for all the time, most rarely. */
export const zipf = {
  name: "zipf",
  seconds: 14,

  /** @param {{ full: boolean, until: number }} options */
  async run({ full, until }) {
    const sandbox = await startSandbox();
    const [nametag, bare, send] = await Promise.all([
      startService(sandbox),
      startBare(),
      startLoad(),
    ]);
    const plan = { kind: "zipf", players: PLAYERS, templates: TEMPLATES, seed: SEED };
    await sandbox.forgetCalls();
    const load = { port: nametag.port, connections: CONNECTIONS, plan };
    const first = await send({ ...load, count: FIRST, ms: full ? undefined : FIRST_MS });
    const calls = await sandbox.calls();

    // Afterwards all is known, and has been asked for often enough to be kept as a finished answer.
    for (const template of [...TEMPLATES, ...TEMPLATES]) {
      await send({ ...load, plan: { kind: "numbered", template, from: 1 }, count: PLAYERS });
    }
    await bare.serve(await record(nametag.port, TEMPLATES[0].replace("{}", "1")));
    const pace = full ? { rounds: 9, ms: 2_000 } : { rounds: 5, ms: 500 };
    const { own, constant } = await measureInTurn(
      send,
      { own: { server: nametag, plan }, constant: { server: bare, plan } },
      { ...pace, until, warmUpMs: 300 },
    );
    return section(first, calls, own, constant);
  },
};

/** @returns {import("../report/report.mjs").Section} */
function section(first, calls, warm, constant) {
  const players = distinctPlayers(first.answers);
  const perPlayer = (route) => number((calls[route] ?? 0) / players);
  const wrong = first.answers - (first.statuses[200] ?? 0);
  const ratio = ratioOf(warm.rates, constant.rates);
  return {
    title: "Mixed traffic",
    about: `Heads and profiles of ${number(PLAYERS)} players in turn, drawn by Zipf's law, over ${CONNECTIONS} connections; providers answer at once. The first row begins with an empty cache, so that it holds every first lookup; the second is the same traffic once all players are known. “Of bare” compares with a bare server that sends one constant head.`,
    table: {
      columns: ["Traffic", "per second", "p50", "p99", "of bare", "not 200"],
      rows: [
        [
          `first ${number(first.answers)} requests, ${number(players)} players`,
          number(first.answers / first.seconds),
          milliseconds(first.p50),
          milliseconds(first.p99),
          "–",
          number(wrong),
        ],
        [
          "all players known",
          number(median(warm.rates)),
          "–",
          milliseconds(median(warm.p99s)),
          times(ratio),
          number(warm.faults),
        ],
      ],
    },
    notes: [
      `Calls to providers in the first row, for each of its players: ${perPlayer("mojang-api.name")} names and ${perPlayer("mojang-session.profile")} profiles of Java; ${perPlayer("geyser.xuid")} gamertags, ${perPlayer("geyser.skin")} skins and ${perPlayer("geyser.link-bedrock")} links of Bedrock; ${number(calls["mojang-textures.texture"] ?? 0)} textures in all, since these players share 32 skins. A head of a Java player asks nobody about Bedrock.`,
    ],
  };
}

/** @param {number} requests */
function distinctPlayers(requests) {
  return new Set(zipfDraws(PLAYERS, requests, SEED)).size;
}
