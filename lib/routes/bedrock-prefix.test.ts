import { describe, expect, it } from "vitest";
import { useFront } from "../../testing/served.ts";
import { errorOf, openWorld, profileOf, useWorld } from "../../testing/world.ts";

/** Another player in each edition. */
const NAME = "PebblePenny";
/** The prefixes of servers: the default, others of Floodgate's users, and some that need encoding. */
const SIGNS = [".", "*", "!", "+", "~", "@", "$", "&", "#", "%", "^", "=", "/", "'", '"', "§", "★"];
const q = encodeURIComponent;

const world = useWorld();
const front = useFront(world);

/** A summary of the response to a URL. */
async function summaryOf(path: string): Promise<unknown> {
  const response = await fetch(front.url + path);
  const bytes = Buffer.from(await response.arrayBuffer());
  return [response.status, response.headers.get("x-texture-source"), bytes.toString("base64")];
}

/** The URLs of which the response is another one than a URL's. */
async function unlike(path: string, urls: readonly string[]): Promise<string[]> {
  const wanted = await summaryOf(path);
  const wrong: string[] = [];
  for (const url of urls) {
    const found = await summaryOf(url);
    if (JSON.stringify(found) !== JSON.stringify(wanted)) wrong.push(url);
  }
  return wrong;
}

describe("a sign before a name", () => {
  it("leads to the Bedrock player of that name", async () => {
    const { bedrock } = await profileOf(world, `username=${NAME}&type=bedrock`);
    for (const sign of SIGNS) {
      const profile = await profileOf(world, `username=${q(sign + NAME)}`);
      expect([sign, profile.java, profile.bedrock]).toEqual([sign, undefined, bedrock]);
    }
  });

  it.each(["head", "bust", "body", "skin"])("is read in every URL of /%s", async (word) => {
    const signed = SIGNS.flatMap((sign) => [
      `/${word}?username=${q(sign + NAME)}`,
      `/${word}/${q(sign + NAME)}`,
    ]);
    // As people and programs write them, without encoding.
    const raw = ["*", "!", "+", "~", "'", "%"].map((sign) => `/${word}/${sign}${NAME}`);
    expect(await unlike(`/${word}?username=${NAME}&type=bedrock`, [...signed, ...raw])).toEqual([]);
  });

  it.each(["crafthead/avatar", "mc-heads/avatar", "minotar/avatar", "crafatar/avatars"])(
    "is read in the URLs of %s",
    async (route) => {
      const paths = SIGNS.filter((sign) => sign !== "/").map((sign) => `/${q(sign + NAME)}`);
      const raw = ["*", "!", "+", "~"].map((sign) => `/${sign}${NAME}`);
      const urls = [...paths, ...raw].map((path) => `/compat/${route}${path}`);
      expect(await unlike(`/compat/${route}/.${NAME}`, urls)).toEqual([]);
    },
  );

  it("is read in the JSON of other services", async () => {
    const urls = ["*", "+", "!"].map((s) => `/compat/playerdb/api/player/minecraft/${s}${NAME}`);
    for (const url of urls) {
      expect(await (await fetch(front.url + url)).json(), url).toMatchObject({
        data: { player: { username: `.${NAME}` } },
      });
      const inBedrock = url.replace("minecraft", "xbox");
      expect(await (await fetch(front.url + inBedrock)).json(), inBedrock).toMatchObject({
        data: { player: { username: NAME } },
      });
    }
  });

  it("is read in batches and histories", async () => {
    const names = ["*", "+", "!", "#"].map((sign) => q(sign + NAME));
    const reply = await world.request(`/api/batch?usernames=${names.join()}`);
    const { results } = reply.json() as { results: { status: number; bedrock?: object }[] };
    expect(results.map(({ status, bedrock }) => [status, bedrock !== undefined])).toEqual(
      names.map(() => [200, true]),
    );
    const history = await world.request(`/api/history?username=${names[0]}`);
    expect(history.json()).toHaveProperty("bedrock.gamertag", NAME);
    expect(history.json()).not.toHaveProperty("java");
  });

  it("is none without a gamertag after it, nor in the middle of a name", async () => {
    for (const text of ["*", "**Lou", "*1234", "!a-b", "Lou*", "a*b", "@a.b", "⬛\u0301Lou"]) {
      const { status } = await errorOf(world, `username=${q(text)}`);
      expect([text, status]).toEqual([text, 400]);
    }
  });
});

describe("BEDROCK_PREFIX", () => {
  const openPrefixed = () => openWorld(() => ({ BEDROCK_PREFIX: "BE_" }));

  it("names letters before the names of Bedrock players, in any case", async () => {
    const prefixed = await openPrefixed();
    const { bedrock } = await profileOf(prefixed, `username=${NAME}&type=bedrock`);
    for (const name of [`BE_${NAME}`, `be_${NAME}`, `*${NAME}`]) {
      const profile = await profileOf(prefixed, `username=${name}`);
      expect([name, profile.java, profile.bedrock]).toEqual([name, undefined, bedrock]);
    }
    const image = (await prefixed.request(`/head?username=${NAME}&type=bedrock`)).bytes;
    for (const path of ["/head", "/compat/crafthead/avatar"]) {
      const { bytes } = await prefixed.request(`${path}/BE_${NAME}/64`);
      expect(Buffer.compare(bytes, image), path).toBe(0);
    }
    const url = `/compat/playerdb/api/player/minecraft/BE_${NAME}`;
    expect((await prefixed.request(url)).json()).toMatchObject({
      data: { player: { username: `BE_${NAME}` } },
    });
  });

  it("leaves a Java name that begins so to its player where Bedrock has none", async () => {
    const prefixed = await openWorld(() => ({ BEDROCK_PREFIX: "Lantern_" }));
    const { java } = await profileOf(prefixed, "username=Lantern_Lou&type=java");
    expect((await profileOf(prefixed, "username=Lantern_Lou")).java).toEqual(java);
    expect((await profileOf(prefixed, "username=Lantern%20Lou")).bedrock?.gamertag).toBe(
      "Lantern Lou",
    );
  });

  it("is unknown unless it is set", async () => {
    expect(await errorOf(world, `username=BE_${NAME}`)).toMatchObject({ status: 404 });
  });
});
