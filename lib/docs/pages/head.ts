import { section } from "../block.ts";
import { definePage } from "../page.ts";

export const head = definePage("head", "head", [
  { kind: "endpoint", endpoint: "getHead" },
  section("parameters", "parameters"),
  { kind: "parameters", endpoint: "getHead" },
]);
