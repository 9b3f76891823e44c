import type { JavaName } from "../../contract/identifiers.ts";
import { LOU, soon } from "../../testing/providers.ts";
import { MOJANG } from "./mojang.fixture.ts";
import type { Operation } from "./operation.fixture.ts";

/** A service with the game's API responds as the game does. */
function like(name: string, request: Operation["request"]): Operation {
  const model = MOJANG.find((operation) => operation.name === name);
  if (model === undefined) throw new Error(`no operation is called ${name}`);
  // Except that its accounts may have offline UUIDs.
  const nearMisses = model.nearMisses.filter(({ body }) => !body.includes("b50ad385829d3141"));
  return { ...model, name: `skin service, ${name}`, request, nearMisses };
}

export const SKIN_SOURCE: readonly Operation[] = [
  like("api.mojang.com, name", ({ lookalike }) =>
    lookalike.accountByName("Lantern_Lou" as JavaName, soon()),
  ),
  like("session server", ({ lookalike }) => lookalike.profileOf(LOU, soon())),
];
