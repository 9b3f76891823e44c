/*
 * What a lookup waits for at least: the calls to the providers that depend on each other, made by
 * the same HTTP client with nothing around it.
 */
import { Agent, request } from "undici";

const agent = new Agent();
let urls;

const chains = {
  async java(number) {
    const { id } = await json(
      `${urls.MOJANG_API_URL}/minecraft/profile/lookup/name/Extra_${number}`,
    );
    await json(`${urls.MOJANG_SESSION_URL}/session/minecraft/profile/${id}`);
  },

  async bedrock(number) {
    const base = `${urls.GEYSER_API_URL}/v2`;
    const { xuid } = await json(`${base}/xbox/xuid/Extra%20${number}`);
    await json(`${base}/xbox/gamertag/${xuid}`);
    await Promise.all([json(`${base}/skin/${xuid}`), json(`${base}/link/bedrock/${xuid}`)]);
  },

  both: (number) => Promise.all([chains.java(number), chains.bedrock(number)]),
};

async function json(url) {
  const { statusCode, body } = await request(url, { dispatcher: agent });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  return JSON.parse(text);
}

process.on("message", (task) => void run(task));

async function run({ environment, chain, from, count }) {
  urls = environment;
  const times = [];
  for (let number = from; number < from + count; number++) {
    const started = performance.now();
    await chains[chain](number);
    times.push(performance.now() - started);
  }
  process.send?.({ times });
}
process.on("disconnect", () => process.exit());
process.send?.({});
