const SERVICE = "{base}";

/**
 * Java name, Java UUID, gamertag and XUID of a player, side by side.
 *
 * @param {string} player A name, UUID, XUID or gamertag.
 * @customfunction
 */
function PLAYER(player) {
  const url = SERVICE + "/api?username=" + encodeURIComponent(player);
  const response = UrlFetchApp.fetch(url, { muteHttpExceptions: true });
  const profile = JSON.parse(response.getContentText());
  if (!profile.success) throw new Error(profile.error);
  const { java, bedrock } = profile;
  return [[java?.username, java?.uuid, bedrock?.gamertag, bedrock?.xuid_decimal]];
}
