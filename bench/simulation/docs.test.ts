import path from "node:path";
import { describe, expect, it } from "vitest";
import { capacity } from "../../lib/docs/capacity/figures.ts";
import { everyLanguage, textsOf } from "../../lib/docs/catalogues.fixture.ts";
import { ALLOWANCES } from "../../lib/providers/providers.ts";
import { documents } from "./docs.ts";

const LARGEST_PLOT = 15_000;

it("what the documentation shows is what was simulated", async () => {
  for (const [file, text] of Object.entries(await documents(capacity))) {
    await expect(text).toMatchFileSnapshot(path.resolve(file));
    if (file.endsWith(".svg")) expect(Buffer.byteLength(text), file).toBeLessThan(LARGEST_PLOT);
  }
});

describe("what providers carry is said in numbers", () => {
  const most = (...names: string[]) =>
    names.reduce((sum, name) => {
      const { rate = 0, ceiling = rate } = ALLOWANCES[name] ?? {};
      return sum + ceiling;
    }, 0);
  const names = 10 * most("minecraftservices", "mojang-legacy");
  const numbers = [names, most("mojang-session"), most("geyser")].map(String);

  it.each(everyLanguage)("%s", (locale) => {
    const text = textsOf(locale).text("capacity", "limitsText");
    expect(text.match(/\d+/g)?.join()).toContain(numbers.join());
  });
});
