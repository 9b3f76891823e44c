import fc from "fast-check";
import { seed } from "./seed.ts";

// Runs before each test file: property tests use the seed, and report it when they fail.
fc.configureGlobal({ seed });
