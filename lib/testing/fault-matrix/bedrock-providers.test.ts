import { BEDROCK_PROVIDERS } from "./bedrock.ts";
import { testMatrix } from "./matrix-tests.ts";

testMatrix(BEDROCK_PROVIDERS);
