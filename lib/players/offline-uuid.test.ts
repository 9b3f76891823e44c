import { expect, it } from "vitest";
import { isOfflineUuid } from "../contract/identifiers.ts";
import { offlineUuidOf } from "./profile.ts";

// From Java: UUID.nameUUIDFromBytes(("OfflinePlayer:" + name).getBytes(UTF_8)).
it.each([
  ["Notch", "b50ad385829d3141a2167e7d7539ba7f"],
  ["notch", "42653081a90e3475b3d63550cdb43f8e"],
  ["Müller", "dfbf579ae68b32e8988c6e4a899dff97"],
  ["李雷", "b9e3783029ba3019963a4b6b79af93f7"],
])("of %s is %s", (name, uuid) => {
  expect(offlineUuidOf(name)).toBe(uuid);
  expect(isOfflineUuid(uuid)).toBe(true);
});
