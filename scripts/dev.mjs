// npm run dev: Next with hot reload against the sandbox; `npm run dev -- --live` uses the real
// providers.
import { spawn } from "node:child_process";
import path from "node:path";
import {
  endWithNpm,
  install,
  programOf,
  root,
  startSandbox,
  step,
  updateServer,
} from "./prepare.mjs";

endWithNpm();
install();
const environment = { NEXT_TELEMETRY_DISABLED: "1", DATA_DIR: path.join(root, "data", "dev") };
if (!process.argv.includes("--live")) {
  step("Starting the sandbox");
  updateServer();
  const { url } = await startSandbox(environment);
  console.log(`The fake providers are at ${url}; ${url}/faults makes them fail.`);
}
const child = spawn(process.execPath, [programOf("next"), "dev"], {
  stdio: "inherit",
  env: { ...environment, ...process.env },
});
process.on("SIGINT", (signal) => child.kill(signal));
process.on("SIGTERM", (signal) => child.kill(signal));
process.on("SIGHUP", () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 0));
