/** Heads and profiles in Google Sheets and Excel, for a name in A2. */
export const headInSheets = `
=IMAGE("{base}/head?username=" & ENCODEURL(A2) & "&size=64&default=auto", 4, 64, 64)
`;

/** A function of one's own for Google Sheets. */
export const playerFunction = `
const SERVICE = "{base}";

/**
 * Java name, Java UUID, gamertag and XUID of a player, side by side.
 *
 * @param {string} player A name, UUID, XUID or gamertag.
 * @customfunction
 */
function PLAYER(player) {
  const address = SERVICE + "/api?username=" + encodeURIComponent(player);
  const response = UrlFetchApp.fetch(address, { muteHttpExceptions: true });
  const profile = JSON.parse(response.getContentText());
  if (!profile.success) throw new Error(profile.error);
  const { java, bedrock } = profile;
  return [[java?.username, java?.uuid, bedrock?.gamertag, bedrock?.xuid_decimal]];
}
`;

/** ENCODEURL is only in Excel for Windows, so what an address cannot hold is taken out by hand. */
export const headInExcel = `
=IMAGE("{base}/head?username=" & SUBSTITUTE(SUBSTITUTE(A2, " ", "_"), "#", "") & "&size=64&default=auto", A2)
`;

export const uuidInExcel = `
=IFERROR(TEXTBEFORE(TEXTAFTER(WEBSERVICE("{base}/api?type=java&username=" & ENCODEURL(A2)), """uuid"":"""), """"), "unknown")
`;
