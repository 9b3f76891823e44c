// npm run xbox:sign-in: signs in to a Microsoft account, for requests to Xbox Live itself.
import { built, fail, prepareServer, step } from "./prepare.mjs";

const directory = process.env.XBOX_AUTH_DIR;
if (!directory) fail("Set XBOX_AUTH_DIR to the directory where the sign-in is to be kept.");
prepareServer();
/** @type {typeof import("../lib/providers/xbox-live.ts")} */
const { createXboxTokens } = await import(built("lib/providers/xbox-live.js"));
const QUARTER_HOUR_MS = 900_000;
const tokens = createXboxTokens(directory, ({ message }) => console.log(message), QUARTER_HOUR_MS);
try {
  await tokens();
  step(`Signed in. Start Nametag with XBOX_AUTH_DIR=${directory}`);
} catch (error) {
  fail(`The sign-in failed: ${error instanceof Error ? error.message : String(error)}.`);
}
