import fc from "fast-check";

/**
 * The seed of all random tests: the UTC date, as in 20261122. `NAMETAG_SEED` sets another, such as that of
 * a day on which a test failed.
 */
export const seed = Number(
  process.env["NAMETAG_SEED"] ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""),
);

if (!Number.isInteger(seed)) throw new Error("NAMETAG_SEED must be an integer, such as 20261122.");

/** Any character. `unit: "binary"` has the same ones, and makes a map of all million of them before the first text. */
export const anyUnit = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

// Imported before each test file: property tests use the seed, and report it when they fail.
fc.configureGlobal({ seed });
