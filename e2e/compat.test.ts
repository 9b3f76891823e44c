import { expect, test } from "vitest";
import { send } from "./support/nginx.ts";
import { useWorld } from "./support/use.ts";

/** DiscordSRV's default with the UUID of Mossy Minnow, and what a server plugin gets of Ashcon. */
const HEAD = "/helm/00000000000000000009ef8cd7ec7b04/128";
const USER = "/mojang/v2/user/Lantern_Lou";

const COMPAT_HOSTS = "heads.example.org=crafthead,api.ashcon.app=ashcon";
const world = useWorld({ COMPAT_HOSTS }, { pages: false });

test("hosts of COMPAT_HOSTS have the URLs of other services", async () => {
  const { service } = world();
  // `fetch` sends no other Host than that of its URL.
  const get = (host: string, target: string) => send(service.port, target, { headers: { host } });
  const native = await fetch(`${service.url}/head?username=.Mossy_Minnow&size=128`);
  const { status, headers, body } = await get("heads.example.org", HEAD);
  expect([status, headers["content-type"], headers["x-texture-source"]]).toEqual([
    200,
    "image/png",
    "player",
  ]);
  expect(body.equals(Buffer.from(await native.arrayBuffer()))).toBe(true);

  const user = JSON.parse((await get("api.ashcon.app", USER)).body.toString()) as {
    textures: { raw: { signature: string } };
  };
  expect(user.textures.raw.signature.length).toBeGreaterThan(600);
});
