import { EXTRAS } from "./java.ts";
import { testMatrix } from "./matrix-tests.ts";

testMatrix(EXTRAS);
