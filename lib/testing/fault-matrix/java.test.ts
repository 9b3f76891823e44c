import { JAVA } from "./java.ts";
import { testMatrix } from "./matrix-tests.ts";

testMatrix(JAVA);
