/** Reading may work where writing fails, as on a full disk; never the other way round. */
export type Kind = "read" | "write";

export interface OutageListener {
  /** Told once when the store begins to fail and once when it works again. */
  onChange(state: { ok: boolean; error?: unknown }): void;
}

/** Whether a store fails, told from what each call to it came to. */
export interface Outage {
  succeeded(kind: Kind): void;
  failed(kind: Kind, error: unknown): void;
}

/** Only a write ends an outage that a write was part of. */
export function createOutage({ onChange }: OutageListener): Outage {
  let failing: Kind | undefined;

  return {
    succeeded(kind) {
      if (failing === undefined || (failing === "write" && kind === "read")) return;
      failing = undefined;
      onChange({ ok: true });
    },
    failed(kind, error) {
      const began = failing === undefined;
      if (failing !== "write") failing = kind;
      if (began) onChange({ ok: false, error });
    },
  };
}
