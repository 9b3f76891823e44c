import type { IncomingMessage } from "node:http";
import { ROUTE_KEYS } from "./upstreams/all.ts";
import { json, type Reply } from "./upstreams/upstream.ts";
import type { Control } from "./control.ts";
import { FAULT_KINDS, jsonRule } from "./faults/fault.ts";

/*
 * For people who try the service by hand, and programs in other languages: what `createControl` does, over HTTP.
 * `/faults` and `/calls` are beside the upstreams, none of which has such a name.
 */

type Method = (control: Control, body: string) => Reply;

const listFaults: Method = (control) =>
  json(200, { faults: control.faults(), routes: ROUTE_KEYS, kinds: FAULT_KINDS });

const ENDPOINTS: Readonly<Record<string, Readonly<Record<string, Method>>>> = {
  "/faults": {
    GET: listFaults,
    POST: addFault,
    DELETE(control, body) {
      control.clearFaults();
      return listFaults(control, body);
    },
  },
  "/calls": {
    GET: (control) => json(200, control.calls()),
    DELETE(control) {
      control.clearCalls();
      return json(200, control.calls());
    },
  },
};

/** The reply of the control endpoint; undefined for a request to an upstream. */
export function controlReply(
  control: Control,
  { method = "GET", url = "/" }: Pick<IncomingMessage, "method" | "url">,
  body: string,
): Reply | undefined {
  const [path = ""] = url.split("?");
  const endpoint = Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined;
  if (endpoint === undefined) return undefined;
  const handle = Object.hasOwn(endpoint, method) ? endpoint[method] : undefined;
  const allowed = Object.keys(endpoint).join(", ");
  return (
    handle?.(control, body) ?? json(405, { error: `${path} has ${allowed}` }, { allow: allowed })
  );
}

function addFault(control: Control, body: string): Reply {
  const { data: rule, error } = jsonRule.safeParse(parsed(body));
  if (rule === undefined) {
    const wrong = error.issues.map(
      ({ path, message }) => `${path.join(".") || "body"}: ${message}`,
    );
    return json(400, { error: wrong.join("; "), kinds: FAULT_KINDS });
  }
  try {
    control.fault(rule);
  } catch (thrown) {
    return json(400, { error: String(thrown) });
  }
  return json(201, { faults: control.faults() });
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
