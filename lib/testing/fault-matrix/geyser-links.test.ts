import { GEYSER_OPERATIONS } from "./bedrock.ts";
import { testMatrix } from "./matrix-tests.ts";

testMatrix(GEYSER_OPERATIONS.filter(({ name }) => name.includes("link")));
