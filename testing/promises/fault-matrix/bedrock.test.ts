import { BEDROCK_PROVIDERS, GEYSER_OPERATIONS } from "./bedrock.ts";
import { testMatrix } from "./matrix-tests.ts";

// In one file, so that faults, which mostly wait for timeouts, wait at the same time.
testMatrix([...GEYSER_OPERATIONS, ...BEDROCK_PROVIDERS]);
