import { describe, expect, it } from "vitest";
import { visitorLanguage } from "./visitor-language.ts";

const accepting = (acceptLanguage: string) =>
  visitorLanguage({ cookie: undefined, acceptLanguage });

describe("the visitor's language", () => {
  it.each([
    ["de-DE,de;q=0.9,en;q=0.8", "de"],
    ["tlh, fr;q=0.2, ja ; q=0.7", "ja"],
    ["ru;q=0.5,pl;q=0.5", "ru"],
    ["pt-PT", "pt-BR"],
    ["ZH-hant-TW", "zh-CN"],
    ["de;q=0, es;q=0.1", "es"],
    ["de;q=x, es;q=0.1", "es"],
    ["de;q=-1, *", "en"],
    [",,;q=1,__proto__,constructor", "en"],
  ])("for %j is %s", (header, locale) => expect(accepting(header)).toBe(locale));

  it("is the first that fits of a header that is too long", () => {
    const foreign = "tlh-Piqd;q=0.9";
    const visitor = ["de-AT", "de;q=0.9", "en;q=0.8", "en-GB;q=0.7"];
    // A visitor who reads thirty languages.
    const many = [...Array<string>(27).fill(foreign), ...visitor];
    expect(accepting(many.join(","))).toBe("de");
    const endless = Array<string>(900).fill(foreign);
    expect(accepting([...visitor, ...endless].join(","))).toBe("de");
    // The rest is not read.
    expect(accepting([...endless, ...visitor].join(","))).toBe("en");
    expect(accepting(`${"a,".repeat(7_000)}de`)).toBe("en");
    expect(accepting(`de${"-a".repeat(7_000)}`)).toBe("en");
    expect(accepting(`pl;q=0.1,${"a".repeat(4_090)},de`)).toBe("pl");
    expect(accepting(`pl;q=0.1,${"a".repeat(4_090)},de;q=0.9`)).toBe("pl");
  });
});
