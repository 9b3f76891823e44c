import { describe, expect, it } from "vitest";
import { hasVersion, preconditionOutcome, type Preconditions } from "./reply.ts";

const TAG = '"0aZ_-q7x1c"';
const DATE = "Fri, 27 Nov 2026 10:00:00 GMT";
const BEFORE = "Fri, 27 Nov 2026 09:59:59 GMT";

const outcome = (wanted: Preconditions, tag: string | undefined = TAG, lastModified?: string) =>
  preconditionOutcome(wanted, { status: 200, tag, lastModified });

describe("If-None-Match", () => {
  it.each([
    [TAG, "unchanged"],
    [`W/${TAG}`, "unchanged"],
    [`"b" , W/${TAG}`, "unchanged"],
    [`"0aZ_-q7x1", ${TAG.slice(1, -1)}`, "whole"],
    ["*", "unchanged"],
    [" * ", "unchanged"],
    ['"*"', "whole"],
    ['"b", *', "whole"],
    ["", "whole"],
    // Proxies that compress change it: Apache, old and new, with Brotli, Jetty, others.
    ['"0aZ_-q7x1c-gzip"', "unchanged"],
    ['"0aZ_-q7x1c"-gzip', "unchanged"],
    ['W/"0aZ_-q7x1c-br"', "unchanged"],
    ['"0aZ_-q7x1c--gzip"', "unchanged"],
    ['"0aZ_-q7x1c;br"', "unchanged"],
    ['"b-gzip", "0aZ_-q7x1c-zstd"', "unchanged"],
    ['"0aZ_-q7x1c-gzip-gzip"', "whole"],
    ['"0aZ_-q7x1c-png"', "whole"],
    ['"-gzip"', "whole"],
  ] as const)("%s of the tag, strong or weak: %s", (tags, expected) => {
    expect(outcome({ "if-none-match": tags })).toBe(expected);
    expect(outcome({ "if-none-match": tags }, `W/${TAG}`)).toBe(expected);
  });

  it("names a tag that looks as if it was marked", () => {
    expect(outcome({ "if-none-match": '"0aZ-br"' }, '"0aZ-br"')).toBe("unchanged");
    expect(outcome({ "if-none-match": '"0aZ-br-gzip"' }, '"0aZ-br"')).toBe("unchanged");
    for (const mark of ["-gzip", "--gzip"])
      expect(outcome({ "if-none-match": `"0aZ-${mark}"` }, '"0aZ-"')).toBe("unchanged");
  });

  it("is read up to more tags than a client would send", () => {
    const others = '"b",'.repeat(4_000);
    expect(outcome({ "if-none-match": `${TAG},${others}"b"` })).toBe("unchanged");
    expect(outcome({ "if-none-match": others + TAG })).toBe("whole");
  });

  it("of any version does not say which one the client has", () => {
    expect(hasVersion({ "if-none-match": TAG }, TAG)).toBe(true);
    expect(hasVersion({ "if-none-match": "*" }, TAG)).toBe(false);
    expect(hasVersion({ "if-none-match": TAG, "if-match": '"b"' }, TAG)).toBe(false);
    expect(hasVersion({}, TAG)).toBe(false);
  });
});

describe("If-Match", () => {
  it.each([
    [TAG, TAG, "whole"],
    [`"b", ${TAG}`, TAG, "whole"],
    ['"0aZ_-q7x1c-gzip"', TAG, "whole"],
    ["*", TAG, "whole"],
    ["*", undefined, "whole"],
    ['"b"', TAG, "failed"],
    ["", TAG, "failed"],
    [TAG, undefined, "failed"],
    // Weak tags equal none by the strong comparison.
    [`W/${TAG}`, TAG, "failed"],
    [TAG, `W/${TAG}`, "failed"],
    [`W/${TAG}`, `W/${TAG}`, "failed"],
  ] as const)("%s of %s: %s", (tags, tag, expected) => {
    expect(preconditionOutcome({ "if-match": tags }, { status: 200, tag })).toBe(expected);
  });

  it("comes before all others", () => {
    const all = { "if-none-match": TAG, "if-unmodified-since": BEFORE, "if-modified-since": DATE };
    expect(outcome({ ...all, "if-match": '"b"' }, TAG, DATE)).toBe("failed");
    expect(outcome({ ...all, "if-match": TAG }, TAG, DATE)).toBe("unchanged");
  });
});

describe("dates", () => {
  it.each([
    ["if-modified-since", DATE, "unchanged"],
    ["if-modified-since", BEFORE, "whole"],
    ["if-modified-since", "Friday, 27-Nov-26 10:00:00 GMT", "unchanged"],
    ["if-modified-since", "Fri Nov 27 10:00:00 2026", "unchanged"],
    ["if-modified-since", "Fri Nov 27 09:59:59 2026", "whole"],
    ["if-modified-since", "2026-11-28T10:00:00Z", "whole"],
    ["if-modified-since", "tomorrow", "whole"],
    ["if-unmodified-since", DATE, "whole"],
    ["if-unmodified-since", BEFORE, "failed"],
    ["if-unmodified-since", "2020", "whole"],
  ] as const)("%s: %s of a response from ten o'clock: %s", (name, date, expected) => {
    expect(outcome({ [name]: date }, TAG, DATE)).toBe(expected);
    expect(outcome({ [name]: date }, TAG, undefined)).toBe("whole");
  });

  it("mean nothing beside tags", () => {
    expect(outcome({ "if-none-match": '"b"', "if-modified-since": DATE }, TAG, DATE)).toBe("whole");
    expect(outcome({ "if-match": TAG, "if-unmodified-since": BEFORE }, TAG, DATE)).toBe("whole");
  });
});

it("no precondition is about a response that is no representation", () => {
  for (const status of [204, 301, 304, 400, 404, 502]) {
    for (const wanted of [{ "if-none-match": "*" }, { "if-match": '"b"' }]) {
      expect(preconditionOutcome(wanted, { status, tag: TAG })).toBe("whole");
    }
  }
});
