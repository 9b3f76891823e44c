import { prose } from "../block.ts";
import { definePage } from "../page.ts";

export const changelog = definePage("changelog", "changelog", [
  prose("intro"),
  { kind: "changelog" },
]);
