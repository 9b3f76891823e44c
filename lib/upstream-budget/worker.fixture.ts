import { writeSync } from "node:fs";
import { openSqlite } from "../cache/stores/sqlite.ts";
import { createBudget } from "./budget.ts";
import { createStoreTokens } from "./token-bucket.ts";

// A process of its own for the tests: `node worker.fixture.js <directory> <rate> <burst>`. It asks for
// more than there is until it is killed, and reports when each token was given, on a clock that all
// processes of a machine share: one line at a time, past all buffers.

const [, , directory = "", rate = "", burst = ""] = process.argv;
const sqlite = openSqlite({ directory, name: "test", logger: { error: () => undefined } });
const store = sqlite.store("coordination");
const allowances = { up: { rate: Number(rate), burst: Number(burst) } };
const budget = createBudget({ tokens: createStoreTokens(store), allowances, factor: 1 });

// The timers of a budget keep no process alive.
setInterval(() => {
  for (let count = 0; count < 20; count += 1) {
    budget.take("up", { priority: "foreground", waitMs: 500 }).then(
      () => writeSync(1, `${Number(process.hrtime.bigint()) / 1e6}\n`),
      () => undefined,
    );
  }
}, 50);
