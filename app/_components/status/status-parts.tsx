import { Outages } from "./outages.tsx";
import { Providers } from "./providers.tsx";
import { Requests } from "./requests.tsx";
import type { Snapshot } from "./snapshot.ts";
import { UsageNumbers } from "./usage-numbers.tsx";
import { Verdict } from "./verdict.tsx";

/** Elements by the place where the page shows them. */
export type StatusParts = ReturnType<typeof statusParts>;

/**
 * The parts of the page that a new snapshot changes. The server renders them; the code is loaded by a browser that shows
 * the page for longer than a moment.
 */
export function statusParts(snapshot: Snapshot) {
  const { status } = snapshot;
  return {
    verdict: <Verdict snapshot={snapshot} />,
    providers: <Providers since={status.since} providers={status.providers} />,
    requests: <Requests providers={status.providers} />,
    outages: <Outages outages={status.outages} providers={status.providers} />,
    figures: <UsageNumbers status={status} />,
    warnings: <Warnings warnings={status.warnings} />,
  };
}

/** Settings that the operator should change, in English like the log. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul lang="en" dir="ltr" className="grid gap-2 pt-4 text-sm">
      {warnings.map((warning) => (
        <li key={warning} className="wrap-anywhere">
          {warning}
        </li>
      ))}
    </ul>
  );
}
