import sharp from "sharp";
import { expect, test } from "vitest";
import { readPage, textsIn } from "./support/html.ts";
import { withSandbox } from "./support/service.ts";
import { playerUrl } from "./support/texts.ts";

test("a player's page says which file cannot be used, and that nothing is out of date", () =>
  withSandbox(async ({ sandbox, start }) => {
    const uuid = "2bbbabab937742628b3602462ddbd909";
    const create = { width: 96, height: 96, channels: 3, background: "#a40" } as const;
    const png = await sharp({ create }).png().toBuffer();
    sandbox.control.change(uuid, { skin: `data:image/png;base64,${png.toString("base64")}` });
    const service = await start();
    await fetch(`${service.url}/head?username=${uuid}`);
    const { root } = await readPage(service.url, playerUrl(uuid));
    expect(textsIn(root, ".player-note")).toContain(
      "The file of this skin can’t be used. As in the game, you see a default skin.",
    );
    expect(textsIn(root, "#warnings")).toEqual([]);
    expect(textsIn(root, ".edition-card.is-old")).toEqual([]);
    expect(textsIn(root, ".edition-facts").join()).toContain("Default skin");
    await service.stop();
  }));
