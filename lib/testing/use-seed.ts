import fc from "fast-check";
import { seed } from "./seed.ts";

// Before each test file: property tests use the seed, and name it when they fail.
fc.configureGlobal({ seed });
