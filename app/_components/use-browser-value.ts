"use client";

import { useSyncExternalStore } from "react";

/**
 * A value that only the browser knows and that never changes.
 * @param before The value until hydration.
 */
export function useBrowserValue<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => before);
}

function neverChanges() {
  return () => undefined;
}
