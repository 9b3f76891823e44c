import { describe, expect, it } from "vitest";
import { encodePng, positionSkin } from "./pictures.fixture.ts";
import { BusyError, createSharpQueue } from "./strict-sharp.ts";

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>');

describe("createSharpQueue", () => {
  const withSharp = createSharpQueue({ concurrency: 3, waiting: 64 });

  it("gives a sharp that reads only PNG", async () => {
    const png = await encodePng(positionSkin());
    const gif = "R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";
    await expect(withSharp((sharp) => sharp(png).metadata())).resolves.toMatchObject({
      format: "png",
    });
    for (const other of [SVG, Buffer.from(gif, "base64")]) {
      await expect(withSharp((sharp) => sharp(other).metadata())).rejects.toThrow(
        "unsupported image format",
      );
    }
    await expect(withSharp((sharp) => sharp("package.json").metadata())).rejects.toThrow(
      "unsupported image format",
    );
  });

  it("works on as many as it may at once, lets 64 wait, and is busy for the next", async () => {
    let finish = () => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await done;
      running -= 1;
      return "done";
    };
    const accepted = Array.from({ length: 3 + 64 }, () => withSharp(work));
    await expect(withSharp(work)).rejects.toThrow(BusyError);
    const other = createSharpQueue({ concurrency: 1, waiting: 0 });
    await expect(other(async () => "not in the way")).resolves.toBe("not in the way");
    finish();
    expect(new Set(await Promise.all(accepted))).toEqual(new Set(["done"]));
    expect(most).toBe(3);
    await expect(withSharp(work)).resolves.toBe("done");
  });

  it("goes on after work that failed", async () => {
    const failing = () => Promise.reject(new Error("no luck"));
    const failed = Array.from({ length: 20 }, () => withSharp(failing));
    for (const result of await Promise.allSettled(failed)) expect(result.status).toBe("rejected");
    await expect(withSharp(async () => "done")).resolves.toBe("done");
  });
});
