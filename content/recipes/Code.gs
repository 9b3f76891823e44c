const SERVICE = "{base}";

/**
 * Java name, Java UUID, gamertag and XUID of a player, side by side. If someone else has the same
 * name in Bedrock Edition, the last two stay empty.
 *
 * @param {string} player A name, UUID, XUID or gamertag.
 * @customfunction
 */
function PLAYER(player) {
  const url = SERVICE + "/api?username=" + encodeURIComponent(player);
  const response = UrlFetchApp.fetch(url, { muteHttpExceptions: true });
  const profile = parsed(response.getContentText());
  if (!profile?.success) throw new Error(profile?.error ?? "HTTP " + response.getResponseCode());
  const { java } = profile;
  // Only an account link proves that both are one person.
  const bedrock = !java || profile.bedrock?.linked ? profile.bedrock : undefined;
  return [[java?.username, java?.uuid, bedrock?.gamertag, bedrock?.xuid_decimal]];
}

/** A proxy in front can respond with HTML. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
