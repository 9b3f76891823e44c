import { reasonOf } from "./failed-start.ts";
import type { FailedMessage, ReadyMessage } from "./lead.ts";
import { endOnSignal } from "./shutdown.ts";

/* One of several processes on a port; started by lead.ts. */
endOnSignal();
try {
  // Imported here, so that a module that cannot be loaded is a failed start like any other.
  const { serve } = await import("./serve.ts");
  process.send?.({ port: await serve() } satisfies ReadyMessage);
} catch (error) {
  process.send?.({ failed: reasonOf(error) } satisfies FailedMessage, () => process.exit(1));
}
