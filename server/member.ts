import type { ReadyMessage } from "./lead.ts";
import { serve } from "./serve.ts";

/* One of several processes on a port; started by lead.ts. */
process.send?.({ port: await serve() } satisfies ReadyMessage);
