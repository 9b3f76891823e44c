// Leads two processes that must be ready within two seconds.
import { reasonOf } from "../../dist/server/failed-start.js";
import { lead } from "../../dist/server/lead.js";

try {
  await lead(2, { startMs: 2_000 });
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
