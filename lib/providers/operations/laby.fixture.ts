import { z } from "zod";
import { nameHistoryEntry } from "../../contract/profile.ts";
import { LOU, soon } from "../../testing/providers.ts";
import { DASHED, sent, TESS, type Operation } from "./operation.fixture.ts";

const history = [{ name: "Lou", changed_at: null, accurate: false }];

export const LABY: Operation = {
  name: "laby.net",
  request: ({ laby }) => laby.namesOf(LOU, soon()),
  found: sent(200, { uuid: DASHED, name: "Lou", name_history: history }),
  value: [{ name: "Lou", changed_at: null }],
  values: z.array(nameHistoryEntry),
  none: [sent(404, { error: "user_not_found" })],
  nearMisses: [
    sent(200, { error: "user_not_found" }),
    sent(404, { error: "not_found" }),
    sent(404, { error: "user_not_found", retry: true }),
    sent(200, { uuid: DASHED }),
    sent(200, { uuid: DASHED, name_history: null }),
    sent(200, { uuid: DASHED, name_history: [{}] }),
    sent(200, { uuid: DASHED, name_history: [{ name: null, changed_at: null }] }),
    sent(200, { uuid: DASHED, name_history: [{ name: "Lou" }] }),
    sent(200, { uuid: DASHED, name_history: [{ name: "Lou", changed_at: "lately" }] }),
    sent(200, { uuid: TESS, name_history: history }),
  ],
};
