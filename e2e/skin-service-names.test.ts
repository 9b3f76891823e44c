import { expect, test } from "vitest";
import { unusualNames } from "../sandbox/skin-services.ts";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { withSandbox } from "./support/service.ts";
import { playerUrl } from "./support/texts.ts";

test("a page of a player of a skin service has their name, however hostile, as text", () =>
  withSandbox(async ({ sandbox, start }) => {
    const service = await start({ SKIN_SOURCES: `${sandbox.url}/blessing/api/yggdrasil/` });
    for (const name of unusualNames) {
      const { status, root } = await readPage(service.url, playerUrl(name));
      expect(status, name).toBe(200);
      expect(textsIn(root, "h1")).toEqual([name]);
      expect(textsIn(root, "title")[0]).toContain(name);
      const [canonical = ""] = attributesIn(root, "link[rel=canonical]", "href");
      expect(decodeURIComponent(new URL(canonical).pathname)).toBe(`/en/player/${name}`);
      expect(attributesIn(root, "meta[property='profile:username']", "content")).toEqual([name]);
      const image = await fetch(`${service.url}${playerUrl(name)}/opengraph-image`);
      expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
    await service.stop("SIGINT");
  }));
