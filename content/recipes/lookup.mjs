const service = "{base}";

/** The profile, or null if no player has this name. Throws an error if that is unknown. */
async function lookUp(username, attempts = 3) {
  const query = new URLSearchParams({ username });
  const response = await fetch(service + "/api?" + query, { signal: AbortSignal.timeout(10_000) });
  // A proxy in front can respond with HTML.
  const body = await response.json().catch(() => undefined);
  if (body?.success) return body;
  if (body?.code === "NOT_FOUND") return null;

  const seconds = Number(response.headers.get("Retry-After"));
  if (response.status < 429 || seconds === 0 || seconds > 30 || attempts === 1) {
    throw new Error(body?.error ?? "HTTP " + response.status);
  }
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return lookUp(username, attempts - 1);
}

const profile = await lookUp("Lantern_Lou");
console.log(profile?.java?.username ?? profile?.bedrock?.gamertag ?? "unknown player");
