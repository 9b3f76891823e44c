import { EXTRAS, JAVA } from "./java.ts";
import { testMatrix } from "./matrix-tests.ts";

// In one file, so that faults, which mostly wait for timeouts, wait at the same time.
testMatrix([...JAVA, ...EXTRAS]);
