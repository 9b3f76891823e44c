import { groupedPlayers } from "./player.ts";
import { startSandbox } from "./server.ts";

/** Runs the sandbox as a program, on `PORT` (3100) and `HOST` (127.0.0.1). */
const sandbox = await startSandbox({
  port: Number(process.env["PORT"] ?? 3100),
  host: process.env["HOST"] ?? "127.0.0.1",
});

console.log(`Sandbox of all upstreams: ${sandbox.url}\n`);
console.log("Environment that sends the service here:\n");
for (const [name, value] of Object.entries(sandbox.environment)) console.log(`  ${name}=${value}`);
console.log("\nFaults, until they are deleted (curl -X DELETE), and what was requested:\n");
console.log(`  curl ${sandbox.url}/faults -d '{"route":"geyser.*","fault":{"kind":"drop"}}'`);
console.log(`  curl ${sandbox.url}/faults`);
console.log(`  curl ${sandbox.url}/calls`);
console.log("\nPlayers worth trying:");
console.log(groupedPlayers(sandbox.players));

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
