import { describe, expect, it } from "vitest";
import { LOU, openWorld, useWorld } from "../../testing/world.ts";

const world = useWorld();
const dispositionOf = async (path: string) => {
  const { status, headers } = await world.request(`/compat/${path}`);
  return [status, headers["content-disposition"]];
};

describe("an image to be saved", () => {
  it.each([
    ["minotar/download/Lantern_Lou", "Lantern_Lou.png"],
    [`minotar/download/${LOU}.png`, `${LOU}.png`],
    ["mc-heads/download/Lantern_Lou", "Lantern_Lou.png"],
    ["mineskin/download/Lantern_Lou", "Lantern_Lou.png"],
    ["mineatar/skin/Lantern_Lou?download=true", "Lantern_Lou.png"],
    ["mineatar/body/full/Lantern_Lou?download=1", "Lantern_Lou.png"],
    ["mineatar/face/Lantern_Lou?download=true&format=jpg", "Lantern_Lou.jpg"],
    ["mc-heads/download/nobody_at_all", "nobody_at_all.png"],
    ["mc-heads/download/", "image.png"],
  ])("%s is %s", async (path, name) => {
    expect(await dispositionOf(path)).toEqual([200, `attachment; filename="${name}"`]);
  });

  it("has the bytes of the image that is shown, and never its response", async () => {
    for (let time = 0; time < 3; time++) {
      const [saved, shown] = await Promise.all(
        ["?download=true", "", "?download=false"].map((query) =>
          world.request(`/compat/mineatar/face/Lantern_Lou${query}`),
        ),
      );
      expect(saved?.bytes).toEqual(shown?.bytes);
      expect(shown?.headers["content-disposition"]).toBeUndefined();
      expect(saved?.headers["content-disposition"]).toContain("attachment");
    }
    for (const [path, name] of [
      ["minotar/download/Lantern_Lou", '"Lantern_Lou.png"'],
      [`minotar/download/${LOU}`, `"${LOU}.png"`],
    ] as const) {
      expect((await dispositionOf(path))[1]).toContain(name);
    }
    const skin = await world.request("/compat/minotar/skin/Lantern_Lou");
    expect(skin.headers["content-disposition"]).toBeUndefined();
  });

  it("is no file while a provider fails", async () => {
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const reply = await ownWorld.request("/compat/minotar/download/Lantern_Lou");
    expect([reply.status, reply.headers["content-disposition"]]).toEqual([502, undefined]);
  });

  it("has a safe name for whatever a URL contains", async () => {
    for (const id of [
      "%0D%0AX-Injected%3A%20yes",
      "%22%3B%20filename%3Devil.exe",
      "%E2%80%AEx",
      "%00",
    ]) {
      const reply = await world.request(`/compat/minotar/download/${id}`);
      expect(reply.status).toBe(200);
      expect(reply.headers["content-disposition"]).toMatch(
        /^attachment; filename="[ !#-~]+\.png"$/,
      );
      expect(Object.keys(reply.headers)).not.toContain("x-injected");
    }
  });
});
