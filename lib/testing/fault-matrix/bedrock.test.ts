import { BEDROCK_PROVIDERS, GEYSER_OPERATIONS } from "./bedrock.ts";
import { testMatrix } from "./matrix-tests.ts";

// In one file, since most of a fault's time is waiting for timeouts: they wait together.
testMatrix([...GEYSER_OPERATIONS, ...BEDROCK_PROVIDERS]);
