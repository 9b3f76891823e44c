import { code, prose, section } from "../block.ts";
import { definePage } from "../page.ts";

export const quickStart = definePage("quickStart", "", [
  prose("intro"),
  section("first-call", "firstCall"),
  prose("firstCallText"),
  code("bash", `curl "{base}/api?username=Lantern_Lou"`),
  { kind: "answers", endpoint: "getProfile" },
]);
