import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { encodePng, positionSkin } from "./fixtures.ts";
import { BusyError, withStrictSharp } from "./strict-sharp.ts";

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>');

describe("withStrictSharp", () => {
  it("lends a sharp that reads PNG and nothing else", async () => {
    const png = await encodePng(positionSkin());
    const gif = "R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";
    await expect(withStrictSharp((sharp) => sharp(png).metadata())).resolves.toMatchObject({
      format: "png",
    });
    for (const other of [SVG, Buffer.from(gif, "base64")]) {
      await expect(withStrictSharp((sharp) => sharp(other).metadata())).rejects.toThrow(
        "unsupported image format",
      );
    }
    await expect(withStrictSharp((sharp) => sharp("package.json").metadata())).rejects.toThrow(
      "unsupported image format",
    );
  });

  it("lets as many work as there are cores and 64 wait, and is busy for the next", async () => {
    const cores = availableParallelism();
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
    const accepted = Array.from({ length: cores + 64 }, () => withStrictSharp(work));
    await expect(withStrictSharp(work)).rejects.toThrow(BusyError);
    finish();
    expect(new Set(await Promise.all(accepted))).toEqual(new Set(["done"]));
    expect(most).toBe(cores);
    await expect(withStrictSharp(work)).resolves.toBe("done");
  });

  it("goes on after work that failed", async () => {
    const failing = () => Promise.reject(new Error("no luck"));
    const failed = Array.from({ length: 20 }, () => withStrictSharp(failing));
    for (const result of await Promise.allSettled(failed)) expect(result.status).toBe("rejected");
    await expect(withStrictSharp(async () => "done")).resolves.toBe("done");
  });
});
