/* The fake providers, in a process of their own. */
import { dist } from "../paths.mjs";

const { startSandbox } = await import(`${dist}/sandbox/server.js`);
const { environment, control } = await startSandbox();

process.on("message", ({ latencyMs, forgetCalls }) => {
  if (latencyMs !== undefined) control.latency(latencyMs);
  if (forgetCalls) control.clearCalls();
  process.send?.(control.calls().counts);
});
process.on("disconnect", () => process.exit());
process.send?.({ environment });
