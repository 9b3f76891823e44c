import type { Endpoint } from "@/lib/contract/endpoints.ts";
import { meaningOf, type Meanings } from "@/lib/contract/meanings.ts";

/** An endpoint's address, and what it is for. */
export function EndpointLine({ endpoint, meanings }: { endpoint: Endpoint; meanings: Meanings }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-lg border border-line bg-surface px-4 py-3">
      <span dir="ltr" className="font-mono">
        <span className="me-2 font-semibold text-good">GET</span>
        {endpoint.path}
      </span>
      <span className="text-muted">{meaningOf(meanings.endpoints, endpoint.id)}</span>
    </p>
  );
}
