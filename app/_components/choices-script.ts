import { sampleLanguageScript } from "./docs/samples/sample-language.ts";
import { eastAsianScript } from "./east-asian-letters.ts";
import { themeScript } from "./theme/theme.ts";

/**
 * Runs before anything is drawn, so that no page flashes in the other colours, in another language
 * of the samples or in empty boxes. A browser that forbids to read what is kept shows what everybody sees
 * first. The content policy allows it by its hash.
 */
export const choicesScript = `try{${themeScript}${sampleLanguageScript}${eastAsianScript}}catch{}`;
