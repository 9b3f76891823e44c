export type EmbeddedStoreFault =
  "not-a-directory" | "no-permission" | "foreign" | "newer" | "busy" | "misused" | "failed";

/** Why an embedded store cannot be opened or written. The message is one plain sentence. */
export class EmbeddedStoreError extends Error {
  override name = "EmbeddedStoreError";
  readonly fault: EmbeddedStoreFault;

  constructor(fault: EmbeddedStoreFault, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.fault = fault;
  }
}
