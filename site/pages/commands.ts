/* Commands of the game and of Floodgate, with names as they take them. */

/** Adds a Java player to the whitelist of a server. */
export function whitelistCommand(name: string): string {
  return `/whitelist add ${quoted(name)}`;
}

/** Adds a Bedrock player to the same whitelist, by Floodgate. */
export function floodgateCommand(gamertag: string): string {
  return `/fwhitelist add ${quoted(gamertag)}`;
}

/** A text for the game, in quotation marks where it is more than a word. */
function quoted(text: string): string {
  return /^\w+$/.test(text) ? text : JSON.stringify(text);
}
