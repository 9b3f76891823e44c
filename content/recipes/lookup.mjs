const service = "{base}";

/** The profile, or null if no player has this name. */
async function lookUp(username, attempts = 3) {
  const query = new URLSearchParams({ username });
  const response = await fetch(service + "/api?" + query);
  const body = await response.json();
  if (response.ok) return body;
  if (body.code === "NOT_FOUND") return null;

  const seconds = Number(response.headers.get("Retry-After"));
  if (response.status < 500 || seconds === 0 || seconds > 30 || attempts === 1) {
    throw new Error(body.error);
  }
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return lookUp(username, attempts - 1);
}

const profile = await lookUp("Lantern_Lou");
console.log(profile?.java?.username ?? profile?.bedrock?.gamertag ?? "unknown player");
