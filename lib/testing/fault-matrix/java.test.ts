import { EXTRAS, JAVA } from "./java.ts";
import { testMatrix } from "./matrix-tests.ts";

// In one file, since most of a fault's time is waiting for timeouts: they wait together.
testMatrix([...JAVA, ...EXTRAS]);
