import { useEffect, useState } from "react";

const service = "{base}";

type State =
  | { kind: "loading" }
  | { kind: "found"; name: string }
  | { kind: "unknown" }
  | { kind: "failed" };

interface Profile {
  java?: { username: string };
  bedrock?: { gamertag: string };
}

async function lookUp(username: string, stopped: AbortSignal): Promise<State> {
  const query = new URLSearchParams({ username });
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(10_000)]);
  const response = await fetch(service + "/api?" + query, { signal });
  if (response.status === 404 || response.status === 400) return { kind: "unknown" };
  if (!response.ok) return { kind: "failed" };
  const { java, bedrock } = (await response.json()) as Profile;
  return { kind: "found", name: java?.username ?? bedrock?.gamertag ?? username };
}

export function PlayerCard({ username }: { username: string }) {
  const [state, setState] = useState<State>({ kind: "loading" });
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    const stop = new AbortController();
    setState({ kind: "loading" });
    lookUp(username, stop.signal)
      .catch((): State => ({ kind: "failed" }))
      .then((next) => {
        if (!stop.signal.aborted) setState(next);
      });
    return () => stop.abort();
  }, [username, attempt]);

  if (state.kind === "loading") return <p aria-busy="true">Looking up {username}…</p>;
  if (state.kind === "unknown") return <p>No player is called {username}.</p>;
  if (state.kind === "failed") {
    return (
      <p role="alert">
        {username} could not be looked up.{" "}
        <button type="button" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </button>
      </p>
    );
  }
  const head = service + "/head?" + new URLSearchParams({ username, size: "128" });
  return (
    <figure>
      <img src={head} width={64} height={64} alt="" />
      <figcaption>{state.name}</figcaption>
    </figure>
  );
}
