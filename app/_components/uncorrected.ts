/** A box for names and code, which are nothing to correct or complete. */
export const UNCORRECTED = {
  autoCapitalize: "none",
  autoComplete: "off",
  autoCorrect: "off",
  spellCheck: false,
} as const;
